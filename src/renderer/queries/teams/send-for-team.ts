import type { QueryClient } from '@tanstack/react-query';
import { reportOf } from '../../lib/errors/error-text';
import { type AnyTeamRef, queryKeys } from '../cache/keys';

/** Errors that show that what is known of the team, or of the account's place in it, is outdated (wire/endpoints 5). */
const outdated: ReadonlySet<string | undefined> = new Set(['TEAM_PERMISSION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND']);

/** Sends a request about a team. If it is refused because the team, a permission or a membership is missing, those are read again. */
export async function sendForTeam<T>(client: QueryClient, team: AnyTeamRef, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    if (outdated.has(reportOf(thrown).known)) for (const queryKey of outdatedKeys(team)) void client.invalidateQueries({ queryKey });
    throw thrown;
  }
}

function outdatedKeys({ connectionId, accountId, teamId }: AnyTeamRef) {
  if (accountId === undefined) return [queryKeys.team(connectionId, teamId), queryKeys.teams(connectionId), queryKeys.users(connectionId)];
  return [queryKeys.ownPermissions(connectionId, accountId), queryKeys.ownTeams(connectionId, accountId)];
}

/** Returns the part of a call that says who makes it: an account, or the project. */
export function callerOf({ connectionId, accountId }: Pick<AnyTeamRef, 'connectionId' | 'accountId'>) {
  return accountId === undefined ? ({ actor: 'project', connectionId } as const) : ({ actor: 'account', connectionId, accountId } as const);
}

/** Returns the part of a call that an account makes. */
export function asAccount({ connectionId, accountId }: { readonly connectionId: string; readonly accountId: string }) {
  return { actor: 'account', connectionId, accountId } as const;
}
