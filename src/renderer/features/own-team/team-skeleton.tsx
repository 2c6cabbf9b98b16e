import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page } from '../../ui/layout/page';
import styles from './own-team.module.css';

/** The loading team. */
export function TeamSkeleton() {
  return (
    <div className={styles.screen}>
      <LoadingStatus />
      <div className={styles.header}>
        <Skeleton circle width={40} height={40} />
        <div className={styles.words}>
          <Skeleton width={180} height={16} />
          <Skeleton width={120} />
        </div>
      </div>
      <Page>
        <Card>
          <CardRow>
            <Skeleton width={220} />
          </CardRow>
          <CardRow>
            <Skeleton width={160} />
          </CardRow>
          <CardRow>
            <Skeleton width={190} />
          </CardRow>
        </Card>
      </Page>
    </div>
  );
}
