import { cx } from '../../lib/class-names';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card } from '../../ui/layout/card';
import styles from './overview.module.css';

/** The loading totals. */
export function LoadingTotals() {
  return (
    <div className={styles.totals}>
      <LoadingStatus />
      {[64, 132, 72, 148].map((width) => (
        <div key={width} className={cx(styles.total, styles.loadingTotal)}>
          <Skeleton width={width} />
          <Skeleton width={88} height={22} />
          <Skeleton width="70%" />
        </div>
      ))}
    </div>
  );
}

/** The loading charts and lists. */
export function LoadingMetrics() {
  return (
    <>
      <Placeholder size="half" height={132} />
      <Placeholder size="half" height={132} />
      <Placeholder size="small" height={160} />
      <Placeholder size="large" height={160} />
      <LoadingUsers />
      <LoadingUsers />
    </>
  );
}

function Placeholder({ size, height }: { size: 'half' | 'small' | 'large'; height: number }) {
  return (
    <Card className={cx(styles.card, styles[size])}>
      <Skeleton width="45%" />
      <Skeleton height={height} />
    </Card>
  );
}

function LoadingUsers() {
  return (
    <Card className={cx(styles.card, styles.half)}>
      <Skeleton width="45%" />
      <div className={styles.users}>
        {['62%', '54%', '70%', '48%', '58%'].map((width) => (
          <div key={width} className={styles.loadingUser}>
            <Skeleton circle width={20} height={20} />
            <Skeleton width={width} />
          </div>
        ))}
      </div>
    </Card>
  );
}
