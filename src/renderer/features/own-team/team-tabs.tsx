import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ApiKeys } from '../../blocks/api-keys/api-keys';
import { LeaveGuard } from '../../blocks/form/leave-guard';
import { useMessages } from '../../lib/use-messages';
import { useTeamInvitations } from '../../queries/teams/team-invitations';
import { useTeamMembers } from '../../queries/teams/team-members';
import { type TeamTab, teamTabOf, teamTabs } from '../../routes';
import { Tab, TabList, TabPanel, Tabs } from '../../ui/layout/tabs';
import { GeneralTab } from './general/general-tab';
import { InvitationsTab } from './invitations/invitations-tab';
import { useInviteForm } from './invitations/use-invite-form';
import { MembersTab } from './members/members-tab';
import styles from './own-team.module.css';
import { TeamProfileTab } from './profile/team-profile-tab';
import type { TeamTabProps } from './team-tab-props';

/** The tabs of a team; the URL names the open one. Lists are read when their tab is first opened, and counted from then on. */
export function TeamTabs(props: TeamTabProps) {
  const { t } = useMessages();
  const { of, access } = props;
  const [tab, setTab] = useTeamTab();
  const opened = useOpened(tab);
  const members = useTeamMembers(of, opened.has('members') && access.lack('readMembers') === undefined);
  const invitations = useTeamInvitations(of, opened.has('invitations') && access.lack('readInvitations') === undefined);
  const form = useInviteForm(of, invitations.data?.items);
  return (
    <Tabs value={tab} onValueChange={setTab} className={styles.tabs ?? ''}>
      <TabList aria-label={t('team.tabs')} className={styles.tabList}>
        <Tab value="general" label={t('team.tab.general')} />
        <Tab value="members" label={t('team.tab.members')} count={members.data?.items.length} />
        <Tab value="invitations" label={t('team.tab.invitations')} count={invitations.data?.items.length} />
        <Tab value="profile" label={t('team.tab.profile')} />
        <Tab value="keys" label={t('team.tab.keys')} />
      </TabList>
      {/* Kept while another tab is open, with what was edited. */}
      <TabPanel value="general" className={styles.scrolled} forceMount={opened.has('general') || undefined}>
        <GeneralTab {...props} />
      </TabPanel>
      <TabPanel value="members" className={styles.filled}>
        <MembersTab {...props} members={members} />
      </TabPanel>
      <TabPanel value="invitations" className={styles.scrolled}>
        <InvitationsTab {...props} invitations={invitations} form={form} />
      </TabPanel>
      <TabPanel value="profile" className={styles.scrolled}>
        <TeamProfileTab {...props} />
      </TabPanel>
      <TabPanel value="keys" className={styles.filled}>
        <ApiKeys owner={{ kind: 'team', actor: 'account', ...of }} />
      </TabPanel>
      <LeaveGuard when={form.addresses.length > 0} />
    </Tabs>
  );
}

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
