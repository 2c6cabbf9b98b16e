/** Projects that no longer exist. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { ErrorReport } from '../../../contract/errors';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { mayMeanDeleted } from '../../lib/rules/project/may-mean-deleted';
import { queryKeys } from '../cache/keys';
import { type Removal, removeOnce } from '../remove-once';

/** Deletes a project. Resolves to `gone` if it no longer existed, which only its public keys tell: the keys of a deleted project are refused. */
export function deleteProject(connectionId: string, projectId: string): Promise<Removal> {
  return removeOnce(
    () => service.projects.delete({ actor: 'project', connectionId }),
    () => isProjectGone(connectionId, projectId),
  );
}

/** Whether a connection’s project was deleted. It is looked up once a read of the connection fails as those of deleted projects do. */
export function useIsProjectDeleted(connectionId: string, projectId: string): boolean {
  const isRefused = useIsRefused(connectionId);
  const { data } = useQuery({
    queryKey: queryKeys.deletedProject(connectionId, projectId),
    queryFn: () => isProjectGone(connectionId, projectId),
    enabled: isRefused,
  });
  return isRefused && data === true;
}

function useIsRefused(connectionId: string): boolean {
  const cache = useQueryClient().getQueryCache();
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const ofConnection = { queryKey: queryKeys.connection(connectionId) };
  return useSyncExternalStore(subscribe, () =>
    cache.findAll(ofConnection).some(({ state }) => state.error !== null && mayMeanDeleted(reportOf(state.error))),
  );
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
