import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ErrorReport } from '../../../contract/errors';
import type { AdminProject, projectUpdate } from '../../../contract/service/models/project-models';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { queryKeys } from '../cache/keys';
import { removeOnce } from '../remove-once';

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

/** Deletes the project. Resolves to `gone` if it no longer existed, which only its public keys tell: the keys of a deleted project are refused. */
export function useDeleteProject(connectionId: string, projectId: string) {
  return useMutation({
    mutationFn: () =>
      removeOnce(
        () => service.projects.delete({ actor: 'project', connectionId }),
        () => isProjectGone(connectionId, projectId),
      ),
  });
}

/** Whether the service has no project of that ID (wire/endpoints 7). False if that can't be read. */
async function isProjectGone(connectionId: string, projectId: string): Promise<boolean> {
  const isMissing = ({ status, text }: ErrorReport) => status === 404 && text === 'Project not found';
  const params = { project_id: projectId };
  return service.projects.jwks({ actor: 'none', connectionId, params }).then(
    () => false,
    (thrown: unknown) => isMissing(reportOf(thrown)),
  );
}
