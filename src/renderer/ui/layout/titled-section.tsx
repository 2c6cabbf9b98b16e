import type { ReactNode } from 'react';
import { PartBoundary } from '../feedback/crash-boundary';
import styles from './titled-section.module.css';

/** A section with a small heading. `divided` draws a line above it, as within cards. */
export function TitledSection({ title, divided = false, children }: { title: string; divided?: boolean; children: ReactNode }) {
  return (
    <section className={divided ? styles.divided : styles.section}>
      <h2 className={styles.title}>{title}</h2>
      <PartBoundary>{children}</PartBoundary>
    </section>
  );
}
