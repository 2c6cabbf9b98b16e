import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Returns the project's metrics. Requires admin access; not read before `enabled`. */
export function useMetrics(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.metrics(connectionId),
    queryFn: () => service.metrics.read({ actor: 'project', connectionId }),
    enabled,
  });
}
