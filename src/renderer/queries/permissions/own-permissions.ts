/** The permissions of an account. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** `direct` lists what was granted, `all` also what the granted permissions contain. */
export type GrantScope = 'direct' | 'all';

const recursive = { direct: 'false', all: 'true' } as const satisfies Record<GrantScope, string>;

/** Reads the account's permissions in all of its teams. */
export function useOwnTeamPermissions(connectionId: string, accountId: string, scope: GrantScope, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.ownTeamPermissions(connectionId, accountId, scope),
    queryFn: () =>
      service.permissions.inTeams({ actor: 'account', connectionId, accountId, query: { user_id: 'me', recursive: recursive[scope] } }),
    enabled,
  });
}

/** Reads the account's permissions in the project. */
export function useOwnProjectPermissions(connectionId: string, accountId: string, scope: GrantScope) {
  return useQuery({
    queryKey: queryKeys.ownProjectPermissions(connectionId, accountId, scope),
    queryFn: () =>
      service.permissions.inProject({ actor: 'account', connectionId, accountId, query: { user_id: 'me', recursive: recursive[scope] } }),
  });
}
