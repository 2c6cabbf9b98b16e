/** What the service says about projects. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';

/** The project a connection leads to, as anybody may see it: its name and its ways to sign in. */
export function useCurrentProject(connectionId: string) {
  return useQuery({
    queryKey: queryKeys.project(connectionId),
    queryFn: () => service.projects.current({ actor: 'none', connectionId }),
  });
}
