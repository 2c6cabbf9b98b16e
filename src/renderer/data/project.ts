import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { z } from 'zod';
import type { ErrorReport } from '#contract/errors.ts';
import type { AdminProject, projectUpdate } from '#contract/service/models/project-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { mayMeanDeleted } from '#lib/rules/project-rules.ts';
import { api, service } from './api';
import { queryKeys } from './keys';
import { findRaw } from './raw';
import { type Removal, removeOnce } from './repeatable-writes';

/** Returns the project with its whole configuration. Requires admin access; not read before `enabled`. */
export function useAdminProject(connectionId: string, enabled: boolean) {
  return useQuery({ ...adminProjectQuery(connectionId), enabled });
}

function adminProjectQuery(connectionId: string) {
  return service.projects.read.query({ actor: 'project', connectionId });
}

/** Reads the project with its whole configuration from the service, not from the cache. */
export function readAdminProject(connectionId: string) {
  return adminProjectQuery(connectionId).queryFn();
}

/** Returns a function that reads the project again, and stores what it read. */
export function useReadAdminProject(connectionId: string): () => Promise<AdminProject> {
  const client = useQueryClient();
  return async () => {
    const project = await readAdminProject(connectionId);
    client.setQueryData(adminProjectQuery(connectionId).queryKey, project);
    return project;
  };
}

/** Changes settings of the project. What the update leaves out stays as it is. */
export function updateProject(connectionId: string, body: z.input<typeof projectUpdate>) {
  return service.projects.update({ actor: 'project', connectionId, body });
}

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

/** Returns the connection's project as clients see it: its name and sign-in methods. */
export function useCurrentProject(connectionId: string) {
  return useQuery(service.projects.current.query({ actor: 'none', connectionId }));
}

/** Detects the service's features while enabled; they arrive with the connection. Fails with the codes of a call. */
export function useDetection(connectionId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.detection(connectionId),
    queryFn: () => api.connections.detect({ id: connectionId }),
    enabled,
  });
}

/** Returns the latest emails that the project sent, at most 100. Requires admin access; not read before `enabled`. */
export function useSentEmails(connectionId: string, enabled: boolean) {
  return useQuery({ ...service.emails.sent.query({ actor: 'project', connectionId }), enabled });
}

/** Reads an email as the service sends it. Throws `object-gone` if it is no longer among the latest. */
export function readRawEmail(connectionId: string, emailId: string): Promise<object> {
  return findRaw(service.emails.sent({ actor: 'project', connectionId, raw: true }), emailId);
}
