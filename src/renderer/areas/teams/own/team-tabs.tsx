import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { ApiKeys } from '#parts/api-keys/api-keys.tsx';
import { InlineEdit } from '#parts/form/inline-edit.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { ImageField } from '#parts/image/image-field.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { LoadingStatus, Skeleton } from '#ui/feedback/skeleton.tsx';
import { Card, CardRow } from '#ui/layout/card.tsx';
import { FactRow } from '#ui/layout/fact-row.tsx';
import { Page, PageSection } from '#ui/layout/page.tsx';
import { Tab } from '#ui/layout/tabs.tsx';
import { type TeamTab, teamTabOf, teamTabs } from '#window/url-state.ts';
import { useTeamInvitations } from '../invitations/data';
import { InvitationsTab } from '../invitations/invitations-tab';
import { useInviteForm } from '../invitations/use-invite-form';
import { useTeamMembers, useTeamProfile, useUpdateTeamProfile } from '../members-data';
import { TeamPanel, TeamTabList, TeamTabsFrame } from '../parts/team-frame';
import { GeneralTab } from './general-tab';
import { MembersTab } from './members-tab';
import styles from './own-team.module.css';
import type { TeamTabProps } from './team-tab-props';

/** The tabs of a team; the URL names the open one. Lists are read when their tab is first opened, and counted from then on. */
export function TeamTabs(props: TeamTabProps) {
  const { t } = useMessages();
  const { of, access } = props;
  const [tab, setTab] = useTeamTab();
  const opened = useOpened(tab);
  const readsMembers = access.lack('readMembers') === undefined;
  const readsInvitations = access.lack('readInvitations') === undefined;
  const members = useTeamMembers(of, opened.has('members') && readsMembers);
  const invitations = useTeamInvitations(of, opened.has('invitations') && readsInvitations);
  // A number is read with its tab, so until then it needs no room.
  const countOf = (name: TeamTab, { data }: { data?: { items: readonly unknown[] } | undefined }) =>
    opened.has(name) ? (data?.items.length ?? null) : undefined;
  const form = useInviteForm(of, invitations.data?.items);
  return (
    <TeamTabsFrame value={tab} onValueChange={setTab}>
      <TeamTabList aria-label={t('team.tabs')}>
        <Tab value="general" label={t('team.tab.general')} />
        <Tab value="members" label={t('team.tab.members')} count={readsMembers ? countOf('members', members) : undefined} />
        <Tab
          value="invitations"
          label={t('team.tab.invitations')}
          count={readsInvitations ? countOf('invitations', invitations) : undefined}
        />
        <Tab value="profile" label={t('team.tab.profile')} />
        <Tab value="keys" label={t('team.tab.keys')} />
      </TeamTabList>
      {/* Kept while another tab is open, with what was edited. */}
      <TeamPanel value="general" forceMount={opened.has('general') || undefined}>
        <GeneralTab {...props} />
      </TeamPanel>
      <TeamPanel value="members" isFilled>
        <MembersTab {...props} members={members} />
      </TeamPanel>
      <TeamPanel value="invitations">
        <InvitationsTab {...props} invitations={invitations} form={form} />
      </TeamPanel>
      <TeamPanel value="profile">
        <TeamProfileTab {...props} />
      </TeamPanel>
      <TeamPanel value="keys" isFilled>
        <ApiKeys owner={{ kind: 'team', actor: 'account', ...of }} />
      </TeamPanel>
      <LeaveGuard when={form.addresses.length > 0} />
    </TeamTabsFrame>
  );
}

/** The length of a list; null until it is known. */
function useTeamTab(): [TeamTab, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const tab = teamTabOf(search);
  const open = (wanted: string) => setSearch(wanted === teamTabs[0] ? {} : { tab: wanted }, { replace: true });
  return [tab, open];
}

/** Returns the tabs that were opened since the screen was. */
function useOpened(tab: TeamTab): ReadonlySet<TeamTab> {
  const [opened, setOpened] = useState<ReadonlySet<TeamTab>>(new Set([tab]));
  if (opened.has(tab)) return opened;
  const next = new Set([...opened, tab]);
  setOpened(next);
  return next;
}

/** How the account appears to the other members of the team. */
function TeamProfileTab({ of, access }: TeamTabProps) {
  const { t } = useMessages();
  const { data, error, isFetching, refetch } = useTeamProfile(of);
  const { mutateAsync: update } = useUpdateTeamProfile(of);
  const { environment } = useScope();
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
                    parameters={['tab']}
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
