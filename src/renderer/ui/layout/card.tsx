import type { ComponentProps } from 'react';
import { cx } from '#lib/class-names.ts';
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
