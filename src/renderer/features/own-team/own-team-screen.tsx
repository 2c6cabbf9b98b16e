import { UsersRound } from 'lucide-react';
import { Link, useParams } from 'react-router';
import { isUuid } from '../../../contract/text/uuid';
import { AccountError } from '../../blocks/account/account-state';
import { useScreenAccount } from '../../blocks/account/screen-account';
import { OutdatedMessage } from '../../blocks/status/outdated-message';
import { TeamFrame } from '../../blocks/team/team-frame';
import { TeamSkeleton } from '../../blocks/team/team-skeleton';
import { reportOf } from '../../lib/errors/error-text';
import { useMessages } from '../../lib/use-messages';
import type { TeamRef } from '../../queries/cache/keys';
import { useTeamPermissions } from '../../queries/teams/own-team';
import { useOwnTeams } from '../../queries/teams/own-teams';
import { paths } from '../../routes';
import { EmptyState } from '../../ui/feedback/empty-state';
import { TeamHeader } from './team-header';
import { TeamTabs } from './team-tabs';
import { useTeamAccess } from './use-team-access';

/** A team that the current account is a member of. */
export function OwnTeamScreen() {
  const { team: teamId = '' } = useParams();
  const account = useScreenAccount();
  if (!isUuid(teamId)) return <GoneTeam connectionId={account.connectionId} />;
  return <OwnTeam key={`${account.id} ${teamId}`} team={{ connectionId: account.connectionId, accountId: account.id, teamId }} />;
}

const none: ReadonlySet<string> = new Set();

function OwnTeam({ team: ref }: { team: TeamRef }) {
  const teams = useOwnTeams(ref.connectionId, ref.accountId, true);
  const permissions = useTeamPermissions(ref, true);
  const access = useTeamAccess(ref.connectionId, permissions.data ?? none);
  const error = teams.error ?? permissions.error;
  const retry = () => void Promise.all([teams.refetch(), permissions.refetch()]);
  const failure = error && { report: reportOf(error), onRetry: retry, busy: teams.isFetching || permissions.isFetching };
  const team = teams.data?.items.find(({ id }) => id === ref.teamId);
  // Before its permissions, which can't be read either.
  if (teams.data !== undefined && team === undefined) return <GoneTeam connectionId={ref.connectionId} />;
  if (team === undefined || permissions.data === undefined)
    return failure ? <AccountError connectionId={ref.connectionId} {...failure} /> : <TeamSkeleton />;
  return (
    <TeamFrame>
      {failure && <OutdatedMessage {...failure} />}
      <TeamHeader team={team} of={ref} access={access} />
      <TeamTabs team={team} of={ref} access={access} />
    </TeamFrame>
  );
}

function GoneTeam({ connectionId }: { connectionId: string }) {
  const { t } = useMessages();
  const profile = <Link to={paths.profile(connectionId)}>{t('account.show-profile')}</Link>;
  return <EmptyState icon={UsersRound} title={t('team.gone.title')} text={t('team.gone.text')} action={profile} />;
}
