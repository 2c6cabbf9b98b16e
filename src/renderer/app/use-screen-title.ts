import { useLocation } from 'react-router';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { useOwnTeams } from '#data/own-teams.ts';
import { useTeam } from '#data/teams.ts';
import { useKnownUser } from '#data/users.ts';
import { useTeamName, useUserName } from '#lib/rules/names.ts';
import { hasProjectAccess } from '#lib/rules/project-rules.ts';
import { useMessages } from '#lib/use-messages.ts';
import { adminTeamIdOf, teamIdOf, userIdOf } from '#window/routes.ts';
import { isUsable } from './screen-access';
import { rowOf } from './screens';
import { usePlace } from './use-place';

/** Returns the title of the current screen; of a user's or a team's page, their name, if that is known. */
export function useScreenTitle(): string {
  const { t } = useMessages();
  const { screen } = usePlace();
  const ofUser = useUserTitle();
  const ofTeam = useTeamTitle();
  return ofUser ?? ofTeam ?? t(rowOf(screen)?.title ?? 'shell.not-found.title');
}

function useUserTitle(): string | undefined {
  const { connection } = usePlace();
  const nameOf = useUserName();
  const userId = userIdOf(useLocation().pathname);
  const user = useKnownUser(connection?.id ?? '', userId ?? '');
  return userId === null || user === undefined ? undefined : nameOf(user);
}

function useTeamTitle(): string | undefined {
  const nameOf = useTeamName();
  const own = useShownOwnTeam();
  const team = useShownTeam() ?? own;
  return team === undefined ? undefined : nameOf(team);
}

/** Returns the account's team that is shown. */
function useShownOwnTeam(): ClientTeam | undefined {
  const { connection, account } = usePlace();
  const teamId = teamIdOf(useLocation().pathname);
  const isTeam = teamId !== null && isUsable(account);
  const { data } = useOwnTeams(connection?.id ?? '', account?.id ?? '', isTeam);
  return isTeam ? data?.items.find(({ id }) => id === teamId) : undefined;
}

/** Returns the project's team that is shown. */
function useShownTeam(): ClientTeam | undefined {
  const { connection } = usePlace();
  const teamId = adminTeamIdOf(useLocation().pathname);
  const isTeam = teamId !== null && connection !== undefined && hasProjectAccess(connection);
  const { data } = useTeam(connection?.id ?? '', teamId ?? '', isTeam);
  return isTeam ? data : undefined;
}
