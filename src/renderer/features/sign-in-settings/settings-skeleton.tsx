import { MethodsSkeleton } from '../../blocks/sign-in-methods/methods-skeleton';
import { SettingRowSkeleton } from '../../blocks/sign-in-methods/setting-row';
import { useMessages } from '../../lib/use-messages';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { Page, PageSection } from '../../ui/layout/page';

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
      <MethodsSkeleton text={t('methods.text')} />
      <PageSection title={t('two-factor.title')} text={t('two-factor.text')}>
        <Card>
          <SettingRowSkeleton width={150} />
        </Card>
      </PageSection>
    </Page>
  );
}
