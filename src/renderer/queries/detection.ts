/** What a connection's service can do. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api';
import { queryKeys } from './cache/keys';

/** Detects the service's features while enabled; they arrive with the connection. Fails with the codes of a call. */
export function useDetection(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.detection(connectionId),
    queryFn: () => api.connections.detect({ id: connectionId }),
    enabled,
  });
}
