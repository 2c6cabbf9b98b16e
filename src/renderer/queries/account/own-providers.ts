/** The accounts of the account's own user at OAuth providers. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Reads the provider accounts as objects, which releases from 2.8.24 on have. */
export function useOwnProviders(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.ownProviders(connectionId, accountId),
    queryFn: () => service.oauth.providers({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } }),
    enabled,
  });
}
