import { useMessages } from '../../lib/use-messages';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';
import styles from './sign-in-settings.module.css';

/** The screen while it loads. */
export function SettingsSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('own-emails.title')} text={t('own-emails.text')}>
        <Card>
          <CardRow>
            <Skeleton width={260} />
          </CardRow>
          <CardRow>
            <Skeleton width={210} />
          </CardRow>
        </Card>
      </PageSection>
      <PageSection title={t('methods.title')} text={t('methods.text')}>
        <Card>
          <LoadingMethod width={220} />
          <LoadingMethod width={310} />
          <LoadingMethod width={260} />
        </Card>
      </PageSection>
      <PageSection title={t('two-factor.title')} text={t('two-factor.text')}>
        <Card>
          <LoadingMethod width={150} />
        </Card>
      </PageSection>
    </Page>
  );
}

function LoadingMethod({ width }: { width: number }) {
  return (
    <CardRow className={styles.row}>
      <Skeleton circle width={18} height={18} />
      <span className={styles.waiting}>
        <Skeleton width={96} />
        <Skeleton width={width} height={10} />
      </span>
      <Skeleton width={96} height={26} />
    </CardRow>
  );
}
