import { Check, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { isUuid } from '#contract/text/uuid.ts';
import type { TeamRef } from '#data/keys.ts';
import { useOwnTeams, useSelectTeam, useTeamPermissions } from '#data/own-teams.ts';
import { useOwnUser } from '#data/own-user.ts';
import { useScreenAccount } from '#data/scope.ts';
import { useScope } from '#data/use-scope.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { teamName, useTeamName } from '#lib/rules/names.ts';
import { missingRight, type TeamAccess, type TeamAction } from '#lib/rules/team-rights.ts';
import { useBackgroundTask } from '#lib/use-action.ts';
import { useLastSeen } from '#lib/use-last-seen.ts';
import { useMessages } from '#lib/use-messages.ts';
import { AccountError } from '#parts/account/account-state.tsx';
import { OutdatedMessage } from '#parts/screen-message.tsx';
import { Badge } from '#ui/data/badge.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { useToasts } from '#ui/feedback/toasts.ts';
import { Button } from '#ui/inputs/button.tsx';
import { paths } from '#window/routes.ts';
import { useNameScreen } from '#window/screen-name.ts';
import { useKeepsInput } from '#window/unsaved-input.ts';
import { GoneTeamMessage, TeamFrame, TeamHeading, TeamSkeleton } from '../parts/team-frame';
import { TeamTabs } from './team-tabs';

/** A team that the current account is a member of. */
export function OwnTeamScreen() {
  const { team: teamId = '' } = useParams();
  const account = useScreenAccount();
  if (!isUuid(teamId)) return <GoneTeam />;
  return <OwnTeam key={`${account.id} ${teamId}`} team={{ connectionId: account.connectionId, accountId: account.id, teamId }} />;
}

const none: ReadonlySet<string> = new Set();

function OwnTeam({ team: ref }: { team: TeamRef }) {
  const teams = useOwnTeams(ref.connectionId, ref.accountId, true);
  const permissions = useTeamPermissions(ref, true);
  const { t } = useMessages();
  const listed = teams.data?.items.find(({ id }) => id === ref.teamId);
  const isGone = teams.data !== undefined && listed === undefined;
  const keepsInput = useKeepsInput(isGone);
  const seen = useLastSeen(listed);
  const team = keepsInput ? seen : listed;
  const blocked = isGone ? t('team.gone.title') : undefined;
  const access = useTeamAccess(permissions.data ?? none, blocked);
  const nameOf = useTeamName();
  const error = teams.error ?? permissions.error;
  const retry = () => void Promise.all([teams.refetch(), permissions.refetch()]);
  const failure = error && { report: reportOf(error), onRetry: retry, busy: teams.isFetching || permissions.isFetching };
  useNameScreen(team && nameOf(team));
  // Before its permissions, which can't be read either.
  if (isGone && team === undefined) return <GoneTeam />;
  if (team === undefined || permissions.data === undefined)
    return failure ? <AccountError connectionId={ref.connectionId} {...failure} /> : <TeamSkeleton />;
  return (
    <TeamFrame blocked={blocked}>
      {isGone && (
        <GoneTeamMessage title={t('team.gone.title')} leaveLabel={t('account.show-profile')} next={paths.profile(ref.connectionId)} />
      )}
      {failure && !isGone && <OutdatedMessage {...failure} />}
      <TeamHeader team={team} of={ref} access={access} />
      <TeamTabs team={team} of={ref} access={access} />
    </TeamFrame>
  );
}

function GoneTeam() {
  const { connectionId } = useScope();
  const { t } = useMessages();
  const profile = <Link to={paths.profile(connectionId)}>{t('account.show-profile')}</Link>;
  return <EmptyState icon={UsersRound} title={t('team.gone.title')} text={t('team.gone.text')} action={profile} />;
}

/** Returns what an account with these permissions may do in a team: nothing if that is `blocked`. */
function useTeamAccess(granted: ReadonlySet<string>, blocked: string | undefined): TeamAccess {
  const { t } = useMessages();
  const scope = useScope();
  const readOnly = blocked ?? scope.readOnly;
  return useMemo(() => {
    const lack = (action: TeamAction) => {
      const permission = missingRight(action, granted);
      return permission === null ? undefined : t('team.permission-needed', { permission });
    };
    return { lack, block: (action) => readOnly ?? lack(action), readOnly };
  }, [granted, readOnly, t]);
}

interface TeamHeaderProps {
  team: ClientTeam;
  of: TeamRef;
  access: TeamAccess;
}

/** The team's image and name, and whether it is the one that is selected. */
function TeamHeader({ team, of, access }: TeamHeaderProps) {
  const { t } = useMessages();
  const { data: user } = useOwnUser(of.connectionId, of.accountId);
  const isSelected = user?.selected_team_id === team.id;
  return (
    <TeamHeading
      team={team}
      facts={
        isSelected && (
          <div>
            <Badge tone="accent">{t('team.selected')}</Badge>
          </div>
        )
      }
      actions={user !== undefined && <SelectButton team={team} of={of} isSelected={isSelected} readOnly={access.readOnly} />}
    />
  );
}

interface SelectButtonProps {
  team: ClientTeam;
  of: TeamRef;
  isSelected: boolean;
  readOnly: string | undefined;
}

function SelectButton({ team, of, isSelected, readOnly }: SelectButtonProps) {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const runTask = useBackgroundTask();
  const { mutateAsync: select, isPending } = useSelectTeam(of.connectionId, of.accountId);
  const run = () =>
    runTask(async () => {
      await select(isSelected ? null : team.id);
      show({
        tone: 'good',
        title: isSelected ? 'team.deselected' : (messages) => messages.t('team.select.done', { name: teamName(messages, team) }),
      });
    });
  return (
    <Button
      variant={isSelected ? 'plain' : 'default'}
      icon={isSelected ? undefined : Check}
      busy={isPending}
      disabledReason={readOnly}
      title={t('team.select.help')}
      onClick={run}
    >
      {t(isSelected ? 'team.deselect' : 'team.select')}
    </Button>
  );
}
