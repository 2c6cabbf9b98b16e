/** The project's teams. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';
import { freshMillis, type Prefetch, prefetchMissing } from './cache/prefetch';

/** The teams of a user, oldest first. */
export function useTeamsOf(connectionId: string, userId: string, enabled = true) {
  return useQuery({
    queryKey: queryKeys.teamsOf(connectionId, userId),
    queryFn: () => service.teams.list({ actor: 'project', connectionId, query: { user_id: userId } }),
    enabled,
  });
}

/** The query of all teams. */
export function teamsQuery(connectionId: string) {
  return queryOptions({
    queryKey: queryKeys.teams(connectionId),
    staleTime: freshMillis,
    queryFn: () => service.teams.list({ actor: 'project', connectionId, query: {} }),
  });
}

/** All teams, oldest first. */
export function useTeams(connectionId: string, enabled: boolean) {
  return useQuery({ ...teamsQuery(connectionId), enabled });
}

/** Reads all teams for the screen that lists them. */
export const prefetchTeams: Prefetch = (client, { connectionId }) =>
  prefetchMissing(client, { ...teamsQuery(connectionId), staleTime: freshMillis });
