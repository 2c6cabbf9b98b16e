import { useLayoutEffect } from 'react';
import { holdKeys } from '#lib/keyboard/held-keys.ts';
import { LoadingStatus, Skeleton } from '../feedback/skeleton';
import styles from './opening-dialog.module.css';

/** What stands in for a dialog while its code or what it needs is loading: what is typed in the meantime is for the dialog. */
export function OpeningDialog() {
  useLayoutEffect(holdKeys, []);
  return (
    <div className={styles.opening}>
      <div className={styles.card}>
        <LoadingStatus />
        <Skeleton width={180} height={18} />
        <Skeleton height={32} />
        <Skeleton width={120} height={32} />
      </div>
    </div>
  );
}
