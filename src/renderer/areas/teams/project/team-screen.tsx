import { Building2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Link, useParams, useSearchParams } from 'react-router';
import { useReadProjectTeam, useTeam, useUpdateProjectTeam } from '#data/teams.ts';
import { useScope } from '#data/use-scope.ts';
import { useMemberCount } from '#data/user-pages.ts';
import { isMissing, missingTeam } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { mediumDate } from '#lib/intl/format.ts';
import { useTeamName } from '#lib/rules/names.ts';
import type { TeamAccess } from '#lib/rules/team-rights.ts';
import { useMessages } from '#lib/use-messages.ts';
import { ApiKeys } from '#parts/api-keys/api-keys.tsx';
import { LeaveGuard } from '#parts/form/leave-guard.tsx';
import { History } from '#parts/journal/history/history.tsx';
import { MetadataSection } from '#parts/metadata/metadata-section.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { IdChip } from '#ui/data/id-chip.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Tab } from '#ui/layout/tabs.tsx';
import { paths } from '#window/routes.ts';
import { useNameScreen } from '#window/screen-name.ts';
import { useKeepsInput } from '#window/unsaved-input.ts';
import { type AdminTeamTab, adminTeamTabOf } from '#window/url-state.ts';
import { useTeamInvitations } from '../invitations/data';
import { InvitationsTab } from '../invitations/invitations-tab';
import { useInviteForm } from '../invitations/use-invite-form';
import { GoneTeamMessage, TeamFrame, TeamHeading, TeamPanel, TeamSkeleton, TeamTabList, TeamTabsFrame } from '../parts/team-frame';
import { PermissionsTab } from '../permissions/permissions-tab';
import { GeneralTab } from './general-tab';
import { MembersTab } from './members-tab';
import type { TeamTabProps } from './team-tab-props';
import styles from './teams.module.css';

/**
 * The tabs of a team; the URL names the open one. Members and invitations are counted from the start. Tabs that were opened stay, with what was
 * edited in them.
 */
function TeamTabs(props: TeamTabProps) {
  const { t } = useMessages();
  const [tab, setTab] = useTeamTab();
  const opened = useOpened(tab);
  const [isInviting, setInviting] = useState(false);
  const { connectionId, teamId } = props.of;
  const access = useProjectAccess();
  const members = useMemberCount(connectionId, teamId);
  const invitations = useTeamInvitations(props.of, true);
  const form = useInviteForm(props.of, invitations.data?.items, useTeamName()(props.team));
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
        <Tab value="history" label={t('team.tab.history')} />
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
      <TeamPanel value="history" isFilled>
        <History connectionId={connectionId} about={teamId} names={[props.team.display_name]} />
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

/** A team of the project. */
export function TeamScreen() {
  const { team: teamId = '' } = useParams();
  return <Team key={teamId} teamId={teamId} />;
}

function Team({ teamId }: { teamId: string }) {
  const { connectionId } = useScope();
  const { t, locale } = useMessages();
  const ref = useMemo(() => ({ connectionId, teamId }), [connectionId, teamId]);
  const { data: team, error, isFetching, refetch } = useTeam(connectionId, teamId, true);
  const nameOf = useTeamName();
  useNameScreen(team && nameOf(team));
  const report = error === null ? null : reportOf(error);
  const isGone = report !== null && isMissing(report, missingTeam);
  const keepsInput = useKeepsInput(isGone);
  if (isGone && (!keepsInput || team === undefined)) return <GoneTeam />;
  const failure = report && !isGone && { report, onRetry: () => void refetch(), busy: isFetching };
  if (team === undefined) return failure ? <ErrorState {...failure} /> : <TeamSkeleton />;
  return (
    <TeamFrame blocked={isGone ? t('admin-team.deleted') : undefined}>
      {isGone && (
        <GoneTeamMessage title={t('admin-team.deleted')} leaveLabel={t('admin-team.gone.back')} next={paths.teams(connectionId)} />
      )}
      {failure && <OutdatedMessage {...failure} />}
      <TeamHeading
        team={team}
        facts={
          <div className={styles.facts}>
            <IdChip value={team.id} />
            <span>{t('admin-team.created', { date: mediumDate(team.created_at_millis, locale) })}</span>
          </div>
        }
      />
      <TeamTabs team={team} of={ref} />
    </TeamFrame>
  );
}

function GoneTeam() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const back = <Link to={paths.teams(connectionId)}>{t('admin-team.gone.back')}</Link>;
  return <EmptyState icon={Building2} title={t('admin-team.gone')} text={t('admin-team.gone.text')} action={back} />;
}
