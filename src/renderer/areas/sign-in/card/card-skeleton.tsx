import { cx } from '#lib/class-names.ts';
import head from '#parts/card-frame.module.css';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import styles from './card-skeleton.module.css';

/** The card while the project loads. */
export function CardSkeleton() {
  return (
    <>
      <div className={head.head}>
        <Skeleton width={36} height={36} className={cx(styles.tile)} />
        <div className={styles.words}>
          <Skeleton width={190} height={14} />
          <Skeleton width={130} height={10} />
        </div>
      </div>
      <FormSkeleton />
    </>
  );
}

/** The card's form while what it contains isn't known. */
export function FormSkeleton() {
  return (
    <div className={styles.form}>
      <LoadingStatus />
      <Labelled width={44} />
      <Labelled width={62} />
      <Skeleton height={32} className={cx(styles.control)} />
    </div>
  );
}

function Labelled({ width }: { width: number }) {
  return (
    <div className={styles.field}>
      <Skeleton width={width} />
      <Skeleton height={32} className={cx(styles.control)} />
    </div>
  );
}
