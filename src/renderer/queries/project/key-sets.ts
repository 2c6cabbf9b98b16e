import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Returns the project's key sets. Requires admin access; not read before `enabled`. */
export function useKeySets(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.keySets(connectionId),
    queryFn: () => service.apiKeys.listKeySets({ actor: 'project', connectionId }),
    enabled,
  });
}
