import type { ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './two-line-cell.module.css';

interface TwoLineCellProps {
  /** The first line. */
  children: ReactNode;
  /** The second line; nothing leaves it out. */
  note: ReactNode;
  className?: string | undefined;
}

/** A cell of a list with a second, quieter line. A line that is too long is cut off. */
export function TwoLineCell({ children, note, className }: TwoLineCellProps) {
  return (
    <span className={cx(styles.cell, className)}>
      {children}
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </span>
  );
}
