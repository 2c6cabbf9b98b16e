import type { ReactNode } from 'react';
import { CardRow } from './card';
import styles from './card.module.css';

/** A line of a box: what it is, and its value. */
export function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <CardRow>
      <span className={styles.factLabel}>{label}</span>
      <div className={styles.factValue}>{children}</div>
    </CardRow>
  );
}
