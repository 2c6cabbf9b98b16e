import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useReadProjectTeam, useUpdateProjectTeam } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { useMemberCount } from '#data/user-pages.ts';
import type { TeamAccess } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ApiKeys } from '#parts/api-keys/api-keys.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { MetadataSection } from '#parts/metadata/metadata-section.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Tab } from '#ui/layout/tabs.tsx';
import { type AdminTeamTab, adminTeamTabOf } from '#window/url-state.ts';
import { useTeamInvitations } from '../invitations/data';
import { InvitationsTab } from '../invitations/invitations-tab';
import { useInviteForm } from '../invitations/use-invite-form';
import { TeamPanel, TeamTabList, TeamTabsFrame } from '../parts/team-frame';
import { PermissionsTab } from '../permissions/permissions-tab';
import { GeneralTab } from './general-tab';
import { MembersTab } from './members/members-tab';
import type { TeamTabProps } from './team-tab-props';

/**
 * The tabs of a team; the URL names the open one. Members and invitations are counted from the start. Tabs that were opened stay, with what was
 * edited in them.
 */
export function TeamTabs(props: TeamTabProps) {
  const { t } = useMessages();
  const [tab, setTab] = useTeamTab();
  const opened = useOpened(tab);
  const [isInviting, setInviting] = useState(false);
  const { connectionId, teamId } = props.of;
  const access = useProjectAccess();
  const members = useMemberCount(connectionId, teamId);
  const invitations = useTeamInvitations(props.of, true);
  const form = useInviteForm(props.of, invitations.data?.items);
  const kept = (name: AdminTeamTab) => ({ value: name, forceMount: opened.has(name) || undefined });
  const choose = (next: string) => {
    setInviting(false);
    setTab(next);
  };
  const invite = () => {
    setInviting(true);
    setTab('invitations');
  };
  return (
    <TeamTabsFrame value={tab} onValueChange={choose}>
      <TeamTabList aria-label={t('team.tabs')}>
        <Tab value="members" label={t('team.tab.members')} count={members.data?.count ?? null} isMore={members.data?.isMore} />
        <Tab value="permissions" label={t('admin-team.tab.permissions')} />
        <Tab value="invitations" label={t('team.tab.invitations')} count={invitations.data?.items.length ?? null} />
        <Tab value="general" label={t('team.tab.general')} />
        <Tab value="metadata" label={t('admin-team.tab.metadata')} />
        <Tab value="keys" label={t('team.tab.keys')} />
      </TeamTabList>
      <TeamPanel {...kept('general')} isFilled>
        <GeneralTab {...props} />
      </TeamPanel>
      <TeamPanel value="members" isFilled>
        <MembersTab {...props} onInvite={invite} />
      </TeamPanel>
      <TeamPanel {...kept('permissions')} isFilled>
        <PermissionsTab {...props} />
      </TeamPanel>
      <TeamPanel value="invitations">
        <InvitationsTab of={props.of} access={access} invitations={invitations} form={form} takesFocus={isInviting} />
      </TeamPanel>
      <TeamPanel {...kept('metadata')}>
        <MetadataTab {...props} />
      </TeamPanel>
      <TeamPanel value="keys" isFilled>
        <ApiKeys owner={{ kind: 'team', actor: 'project', connectionId, teamId }} />
      </TeamPanel>
      <LeaveGuard when={form.addresses.length > 0} />
    </TeamTabsFrame>
  );
}

function useTeamTab(): [AdminTeamTab, (tab: string) => void] {
  const [search, setSearch] = useSearchParams();
  const open = (wanted: string) => {
    const others = [...search].filter(([name]) => name !== 'tab');
    setSearch(wanted === 'members' ? others : [['tab', wanted], ...others], { replace: true });
  };
  return [adminTeamTabOf(search), open];
}

/** Returns the tabs that were opened since the screen was. */
function useOpened(tab: AdminTeamTab): ReadonlySet<AdminTeamTab> {
  const [opened, setOpened] = useState<ReadonlySet<AdminTeamTab>>(new Set([tab]));
  if (opened.has(tab)) return opened;
  const next = new Set([...opened, tab]);
  setOpened(next);
  return next;
}

/** Returns what the project may do in a team: everything, unless the connection is read-only. */
function useProjectAccess(): TeamAccess {
  const { readOnly } = useScope();
  return useMemo(() => ({ lack: () => undefined, block: () => readOnly, readOnly }), [readOnly]);
}

const kinds = [
  { field: 'client_metadata', title: 'users.metadata.client', text: 'admin-team.client-metadata.text' },
  { field: 'client_read_only_metadata', title: 'users.metadata.client-read-only', text: 'admin-team.read-only-metadata.text' },
  { field: 'server_metadata', title: 'users.metadata.server', text: 'admin-team.server-metadata.text' },
] as const;

/** The team's metadata, by who can read and change it, each with its own editor. */
function MetadataTab({ team, of }: TeamTabProps) {
  const { readOnly } = useScope();
  const read = useReadProjectTeam(of);
  const { mutateAsync: write } = useUpdateProjectTeam(of);
  return (
    <Page>
      {kinds.map(({ field, title, text }) => (
        <MetadataSection
          key={field}
          connectionId={of.connectionId}
          title={title}
          text={text}
          stored={team[field]}
          read={async () => (await read())[field]}
          write={(value) => write({ [field]: value })}
          disabledReason={readOnly}
        />
      ))}
    </Page>
  );
}
