import { useLocation } from 'react-router';
import { useTeamName } from '../lib/rules/team-name';
import { useMessages } from '../lib/use-messages';
import { useOwnTeams } from '../queries/teams/own-teams';
import { teamIdOf } from '../routes';
import { isUsable } from './screen-access';
import { rowOf } from './screens';
import { usePlace } from './use-place';

/** Returns the title of the current screen; of a team's screen, the team's name. */
export function useScreenTitle(): string {
  const { t } = useMessages();
  const { pathname } = useLocation();
  const { screen, connection, account } = usePlace();
  const teamId = teamIdOf(pathname);
  const nameOf = useTeamName();
  const isTeam = teamId !== null && isUsable(account);
  const { data } = useOwnTeams(connection?.id ?? '', account?.id ?? '', isTeam);
  const team = isTeam ? data?.items.find(({ id }) => id === teamId) : undefined;
  return team === undefined ? t(rowOf(screen)?.title ?? 'shell.not-found.title') : nameOf(team);
}
