/** What the service says about projects. */
import { useQuery } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './cache/keys';

/** Returns the connection's project as clients see it: its name and sign-in methods. */
export function useCurrentProject(connectionId: string) {
  return useQuery({
    queryKey: queryKeys.project(connectionId),
    queryFn: () => service.projects.current({ actor: 'none', connectionId }),
  });
}
