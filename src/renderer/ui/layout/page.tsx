import { type ReactNode, useId } from 'react';
import { cx } from '#lib/class-names.ts';
import styles from './page.module.css';

/** A screen that is read from top to bottom; children are `PageSection`s. */
export function Page({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx(styles.page, className)}>{children}</div>;
}

interface PageSectionProps {
  title: string;
  /** One sentence about what this is. */
  text?: ReactNode;
  /** A button beside the heading. */
  action?: ReactNode;
  children: ReactNode;
}

/** A heading, a sentence and what belongs to it, as a rule a `Card` with lines. */
export function PageSection({ title, text, action, children }: PageSectionProps) {
  const headingId = useId();
  return (
    <section className={styles.section} aria-labelledby={headingId}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={headingId}>{title}</h2>
          {text !== undefined && <p className={styles.text}>{text}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
