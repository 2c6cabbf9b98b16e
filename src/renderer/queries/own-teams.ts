/** The teams that an account is a member of. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';

/** Reads the account's teams, in the service's order, and how many were left out. */
export function useOwnTeams(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.ownTeams(connectionId, accountId),
    queryFn: () => service.teams.list({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } }),
    enabled,
  });
}
