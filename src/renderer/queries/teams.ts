/** The project's teams. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';

/** All teams, oldest first. */
export function useTeams(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.teams(connectionId),
    queryFn: () => service.teams.list({ actor: 'project', connectionId, query: {} }),
    enabled,
  });
}
