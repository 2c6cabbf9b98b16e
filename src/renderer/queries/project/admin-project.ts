import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AdminProject, projectUpdate } from '../../../contract/service/models/project-models';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';

/** Returns the project with its whole configuration. Requires admin access; not read before `enabled`. */
export function useAdminProject(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.adminProject(connectionId),
    queryFn: () => readAdminProject(connectionId),
    enabled,
  });
}

/** Reads the project with its whole configuration from the service, whatever was read before. */
export function readAdminProject(connectionId: string) {
  return service.projects.read({ actor: 'project', connectionId });
}

/** Returns a function that reads the project again, and stores what it read. */
export function useReadAdminProject(connectionId: string): () => Promise<AdminProject> {
  const client = useQueryClient();
  return async () => {
    const project = await readAdminProject(connectionId);
    client.setQueryData(queryKeys.adminProject(connectionId), project);
    return project;
  };
}

/** Changes settings of the project. What the update leaves out stays as it is. */
export function updateProject(connectionId: string, body: z.input<typeof projectUpdate>) {
  return service.projects.update({ actor: 'project', connectionId, body });
}
