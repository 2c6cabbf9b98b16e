import type { ReactNode } from 'react';
import styles from './imports.module.css';

interface ProgressLineProps {
  /** What goes on. */
  label: string;
  /** Part that is done, 0 to 1; null while that isn't known. */
  progress: number | null;
  /** The same in words. */
  children?: ReactNode;
}

/** How far reading, or checking a file is. */
export function ProgressLine({ label, progress, children }: ProgressLineProps) {
  const value = progress === null ? {} : { 'aria-valuenow': Math.round(progress * 100) };
  return (
    <div className={styles.progress}>
      <p className={styles.progressText}>
        <span>{label}</span>
        <span className={styles.quiet}>{children}</span>
      </p>
      <div role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={100} {...value} className={styles.bar}>
        <span className={styles.part} style={{ width: `${(progress ?? 0) * 100}%` }} />
      </div>
    </div>
  );
}
