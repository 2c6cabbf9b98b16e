import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/data/icon';
import styles from './choice-card.module.css';

interface ChoiceCardProps {
  icon: LucideIcon;
  title: string;
  text: string;
  children: ReactNode;
}

/** One choice of the start screen: what it is, and its button. */
export function ChoiceCard({ icon, title, text, children }: ChoiceCardProps) {
  return (
    <section className={styles.card}>
      <Icon of={icon} size={22} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      <div className={styles.action}>{children}</div>
    </section>
  );
}
