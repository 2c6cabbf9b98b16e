/** The permissions of a user, in the project and in all teams (wire/endpoints 6.2). */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../../api';
import type { Grant } from '../../lib/rules/permission-rows';
import { queryKeys } from '../cache/keys';
import type { GrantScope } from '../permissions/own-permissions';
import { type GrantPlace, sendGrant } from '../permissions/send-grant';

const recursive = { direct: 'false', all: 'true' } as const satisfies Record<GrantScope, string>;

/** Reads a user's permissions in all teams, or in the project: `direct` those that were granted, `all` also what those contain. */
export function useUserGrants(connectionId: string, userId: string, kind: 'team' | 'project', scope: GrantScope, enabled = true) {
  return useQuery({
    queryKey: queryKeys.userGrants(connectionId, userId, kind, scope),
    queryFn: (): Promise<{ readonly items: readonly Grant[] }> => {
      const call = { actor: 'project', connectionId, query: { user_id: userId, recursive: recursive[scope] } } as const;
      return kind === 'team' ? service.permissions.inTeams(call) : service.permissions.inProject(call);
    },
    enabled,
  });
}

/**
 * Returns a function that changes what a user was granted in one place, one permission after another. Stops at the
 * first failure.
 */
export function useSaveGrants(place: GrantPlace): (from: readonly string[], to: readonly string[]) => Promise<void> {
  const client = useQueryClient();
  return async (from, to) => {
    try {
      for (const id of to) if (!from.includes(id)) await sendGrant(place, 'grant', id);
      for (const id of from) if (!to.includes(id)) await sendGrant(place, 'revoke', id);
    } finally {
      await client.invalidateQueries({ queryKey: queryKeys.allUserGrants(place.connectionId, place.userId) });
    }
  };
}
