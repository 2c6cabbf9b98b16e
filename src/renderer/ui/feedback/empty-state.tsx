import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../data/icon';
import { TextBlock } from '../layout/text-block';
import styles from './state.module.css';

interface EmptyStateProps {
  icon: LucideIcon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** `h1` where it is all there is on the page. */
  heading?: 'h1' | 'h2';
  /** Set if it reports a failure. */
  role?: 'alert';
}

/** Shown in place of an empty list or page: what would be here, and one action. */
export function EmptyState({ icon, title, text, action, heading: Heading = 'h2', role }: EmptyStateProps) {
  return (
    <div className={styles.state} role={role}>
      <span className={styles.icon}>
        <Icon of={icon} size={18} />
      </span>
      <Heading className={styles.title}>{title}</Heading>
      {text !== undefined && <TextBlock className={styles.text}>{text}</TextBlock>}
      {action !== undefined && <div className={styles.actions}>{action}</div>}
    </div>
  );
}
