import type { QueryClient } from '@tanstack/react-query';
import { reportOf } from '../../lib/errors/error-text';
import { queryKeys, type TeamRef } from '../cache/keys';

/** Errors that show that what is known of the account's place in a team is outdated (wire/endpoints 5). */
const outdated: ReadonlySet<string | undefined> = new Set(['TEAM_PERMISSION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND']);

/** Sends a request about a team. If it is refused for lack of a permission or membership, both are read again. */
export async function sendAsMember<T>(client: QueryClient, team: TeamRef, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    if (outdated.has(reportOf(thrown).known)) {
      void client.invalidateQueries({ queryKey: queryKeys.ownPermissions(team.connectionId, team.accountId) });
      void client.invalidateQueries({ queryKey: queryKeys.ownTeams(team.connectionId, team.accountId) });
    }
    throw thrown;
  }
}

/** Returns the part of a call that says who makes it. */
export function callerOf({ connectionId, accountId }: Pick<TeamRef, 'connectionId' | 'accountId'>) {
  return { actor: 'account', connectionId, accountId } as const;
}
