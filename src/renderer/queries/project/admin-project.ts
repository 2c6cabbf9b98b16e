import { useQuery } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Returns the project with its whole configuration. Requires admin access; not read before `enabled`. */
export function useAdminProject(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.adminProject(connectionId),
    queryFn: () => service.projects.read({ actor: 'project', connectionId }),
    enabled,
  });
}
