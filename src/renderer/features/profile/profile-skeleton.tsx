import { useMessages } from '../../lib/use-messages';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { Card, CardRow } from '../../ui/layout/card';
import { FactRow } from '../../ui/layout/fact-row';
import { Page, PageSection } from '../../ui/layout/page';

/** The loading profile. */
export function ProfileSkeleton() {
  const { t } = useMessages();
  return (
    <Page>
      <LoadingStatus />
      <PageSection title={t('profile.person')} text={t('profile.person.text')}>
        <Card>
          <CardRow>
            <Skeleton circle width={64} height={64} />
            <Skeleton width={160} />
          </CardRow>
          <FactRow label={t('profile.name.label')}>
            <Skeleton width={140} />
          </FactRow>
          <FactRow label={t('profile.id')}>
            <Skeleton width={120} />
          </FactRow>
          <FactRow label={t('profile.project-id')}>
            <Skeleton width={120} />
          </FactRow>
          <FactRow label={t('profile.signed-up')}>
            <Skeleton width={90} />
          </FactRow>
        </Card>
      </PageSection>
      <PageSection title={t('shell.screen.sign-in-settings')}>
        <Card>
          <CardRow>
            <Skeleton width={180} />
          </CardRow>
        </Card>
      </PageSection>
      <PageSection title={t('shell.screen.connected-accounts')}>
        <Card>
          <CardRow>
            <Skeleton width={140} />
          </CardRow>
        </Card>
      </PageSection>
    </Page>
  );
}
