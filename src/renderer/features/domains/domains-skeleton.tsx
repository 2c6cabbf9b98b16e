import { useMessages } from '../../lib/use-messages';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { PageSection } from '../../ui/layout/page';
import styles from './domains.module.css';

/** The screen while it loads. */
export function DomainsSkeleton() {
  const { t } = useMessages();
  return (
    <div className={styles.scroll}>
      <div className={styles.columns}>
        <LoadingStatus />
        <div className={styles.main}>
          <PageSection title={t('domains.title')} text={t('domains.text')}>
            <Card>
              {[300, 260, 320].map((width) => (
                <CardRow key={width}>
                  <Skeleton width={width} />
                </CardRow>
              ))}
            </Card>
          </PageSection>
        </div>
        <Card className={styles.production}>
          {[160, 240, 220, 200, 230].map((width) => (
            <CardRow key={width}>
              <Skeleton width={width} />
            </CardRow>
          ))}
        </Card>
      </div>
    </div>
  );
}
