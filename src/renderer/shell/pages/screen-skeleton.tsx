import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import styles from './screen-skeleton.module.css';

/** Shown while a screen's code loads, once per screen and window. */
export function ScreenSkeleton() {
  return (
    <div className={styles.skeleton}>
      <LoadingStatus />
      <Skeleton width={180} height={18} />
      <Skeleton width={320} />
      <Skeleton height={120} />
    </div>
  );
}
