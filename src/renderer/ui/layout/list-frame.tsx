import type { ComponentProps, ReactNode } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './list-frame.module.css';

/**
 * A list that fills its parent, with what is above and below it, from top to bottom: `ListToolbar`, `ListBody`, `ListFooter`.
 * `--list-inset` is the distance of their content from the edges.
 */
export function ListFrame({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.frame, className)} />;
}

interface ListToolbarProps {
  /** Names the toolbar for screen readers. Not for a search field alone. */
  label?: string;
  className?: string | undefined;
  children: ReactNode;
  /** What is at the end of the line. */
  end?: ReactNode;
}

/** The search and filters above a list, and the line below them, whatever follows. */
export function ListToolbar({ label, className, children, end }: ListToolbarProps) {
  const role = label === undefined ? {} : { role: 'toolbar', 'aria-label': label };
  return (
    <div {...role} className={cx(styles.toolbar, className)}>
      {children}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </div>
  );
}

/** A sentence in a toolbar, such as why something in the list can't be changed. */
export function ToolbarNote({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p id={id} className={styles.note}>
      {children}
    </p>
  );
}

/** The rows, or what stands in their place. It takes the room that is left. */
export function ListBody({ className, ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={cx(styles.body, className)} />;
}

interface ListFooterProps {
  role?: 'status';
  children: ReactNode;
  /** What is at the end of the line. */
  end?: ReactNode;
}

/** Counts and notes below a list. */
export function ListFooter({ role, children, end }: ListFooterProps) {
  return (
    <div role={role} className={styles.footer}>
      {children}
      {end !== undefined && <span className={styles.end}>{end}</span>}
    </div>
  );
}
