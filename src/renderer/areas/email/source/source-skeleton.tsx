import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './source.module.css';

const names = [112, 96, 128, 88, 104];

/** The loading list, and the loading editor beside it. */
export function SourceSkeleton() {
  return (
    <div className={styles.templates}>
      <LoadingStatus />
      <div className={styles.list}>
        {names.map((width) => (
          <div key={width} className={styles.item}>
            <Skeleton width={width} height={20} />
          </div>
        ))}
      </div>
      <div className={styles.editor}>
        <div className={styles.scroll}>
          <Skeleton width={160} height={20} />
          <div className={styles.columns}>
            <div className={styles.fields}>
              <Skeleton height={32} />
              <Skeleton height={300} />
            </div>
            <Skeleton height={300} />
          </div>
        </div>
      </div>
    </div>
  );
}
