import { AccountError } from '../../blocks/account/account-state';
import { ImageField } from '../../blocks/image/image-field';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import { useTeamProfile, useUpdateTeamProfile } from '../../queries/teams/team-members';
import { useConnection } from '../../stores/connections';
import { LoadingStatus, Skeleton } from '../../ui/feedback/skeleton';
import { InlineEdit } from '../../ui/inputs/inline-edit';
import { Card, CardRow } from '../../ui/layout/card';
import { FactRow } from '../../ui/layout/fact-row';
import { Page, PageSection } from '../../ui/layout/page';
import styles from './own-team.module.css';
import type { TeamTabProps } from './team-tab-props';

/** How the account appears to the other members of the team. */
export function TeamProfileTab({ of, access }: TeamTabProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useTeamProfile(of);
  const { mutateAsync: update } = useUpdateTeamProfile(of);
  const environment = useConnection(of.connectionId)?.environment;
  const failure = error && { report: reportOf(error), onRetry: () => void refetch(), busy: isFetching };
  if (data === undefined && failure) return <AccountError connectionId={of.connectionId} {...failure} />;
  return (
    <Page>
      {failure && <OutdatedMessage {...failure} />}
      <PageSection title={t('team.profile')} text={t('team.profile.text')}>
        <Card>
          {data === undefined ? (
            <CardRow>
              <LoadingStatus />
              <Skeleton circle width={64} height={64} />
              <Skeleton width={160} />
            </CardRow>
          ) : (
            <>
              <ImageField
                id={data.user_id}
                name={data.display_name}
                imageUrl={data.profile_image_url}
                onSave={(url) => update({ profile_image_url: url })}
                disabledReason={access.readOnly}
                environment={environment}
              />
              <FactRow label={t('team.name.label')}>
                <div className={styles.edited}>
                  <InlineEdit
                    label={t('team.profile.name')}
                    value={data.display_name ?? ''}
                    placeholder={t('team.profile.no-name')}
                    missing={t('team.profile.name.missing')}
                    disabledReason={access.readOnly}
                    onSave={async (name) => void (await update({ display_name: name }))}
                  />
                  <p className={styles.reason}>{t('team.profile.help')}</p>
                </div>
              </FactRow>
            </>
          )}
        </Card>
      </PageSection>
    </Page>
  );
}
