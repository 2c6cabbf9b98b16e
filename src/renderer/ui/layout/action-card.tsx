import type { ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import type { Tone } from '../data/badge';
import styles from './card.module.css';

interface ActionCardProps {
  title: ReactNode;
  text?: ReactNode;
  action?: ReactNode;
  tone?: Tone;
  className?: string;
}

/** Something that can be done, what it does, and the button. */
export function ActionCard({ title, text, action, tone = 'neutral', className }: ActionCardProps) {
  return (
    <div className={cx(styles.action, tone !== 'neutral' && styles[tone], className)}>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        {text !== undefined && <div className={styles.text}>{text}</div>}
      </div>
      {action}
    </div>
  );
}
