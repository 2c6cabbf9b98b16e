import type { ReactNode } from 'react';
import styles from './settings-dialog.module.css';

/** A setting with its label. */
export function SettingsRow({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <span>{label}</span>
      {children}
    </div>
  );
}
