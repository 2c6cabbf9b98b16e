import styles from '../../blocks/connected-accounts/connected-accounts.module.css';
import { useMessages } from '../../lib/use-messages';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';

/** Loading connected accounts. */
export function AccountsSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('connected.title')} text={t('connected.text')}>
        <Card>
          {[0, 1].map((at) => (
            <CardRow key={at} className={styles.row}>
              <Skeleton width={15} height={15} />
              <div className={styles.waiting}>
                <Skeleton width={120} />
                <Skeleton width={220} height={10} />
              </div>
              <Skeleton width={84} height={26} />
            </CardRow>
          ))}
        </Card>
      </PageSection>
    </Page>
  );
}
