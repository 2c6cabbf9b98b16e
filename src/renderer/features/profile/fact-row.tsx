import type { ReactNode } from 'react';
import { CardRow } from '../../ui/layout/card';
import styles from './profile.module.css';

/** A line of a box: what it is, and its value. */
export function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <CardRow>
      <span className={styles.label}>{label}</span>
      <div className={styles.value}>{children}</div>
    </CardRow>
  );
}
