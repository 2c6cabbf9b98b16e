import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './state.module.css';

/** Where nothing is: what would be here, and one thing to do. */
export function EmptyState({ icon, title, text, action }: { icon: LucideIcon; title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon of={icon} size={18} />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {text !== undefined && <div className={styles.text}>{text}</div>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
