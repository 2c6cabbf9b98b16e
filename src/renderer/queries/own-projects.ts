/** The projects that an account of project `internal` owns. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../api';
import { queryKeys } from './keys';

/** What the account owns, as the service lists it. */
export function useOwnProjects(connectionId: string, accountId: string) {
  return useQuery({
    queryKey: queryKeys.ownProjects(connectionId, accountId),
    queryFn: () => service.projects.list({ actor: 'account', connectionId, accountId }),
  });
}

/** Creates a project that the account owns. */
export function useCreateProject(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => service.projects.create({ actor: 'account', connectionId, accountId, body: { display_name: name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.ownProjects(connectionId, accountId) }),
  });
}
