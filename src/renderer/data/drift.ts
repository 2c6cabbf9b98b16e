import { useQuery } from '@tanstack/react-query';
import { api } from './api';
import { queryKeys } from './keys';
import { useTopic } from './topics';

/** Returns the file that a connection follows; undefined without one. */
export function useFollowedFile(connectionId: string) {
  return useTopic('drift.followed').find((file) => file.connectionId === connectionId);
}

/** Returns how the project differs from the followed file, or from what was applied last. Not looked at before `enabled`. */
export function useDrift(connectionId: string, enabled: boolean) {
  const file = useFollowedFile(connectionId);
  return useQuery({
    queryKey: queryKeys.drift(connectionId, file?.shown ?? null),
    queryFn: () => api.drift.look({ connectionId }),
    enabled,
  });
}
