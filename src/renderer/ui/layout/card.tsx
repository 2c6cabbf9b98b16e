import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import type { Tone } from '../data/badge';
import { PartBoundary } from '../feedback/crash-boundary';
import styles from './card.module.css';

/** A bordered ground for things that belong together. */
export function Card({ className, children, ...rest }: ComponentProps<'div'>) {
  return (
    <div {...rest} className={cx(styles.card, className)}>
      <PartBoundary>{children}</PartBoundary>
    </div>
  );
}

/** One line of a card, ruled off from the line above. */
export function CardRow({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.row, className)} />;
}

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
