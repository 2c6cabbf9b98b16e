/** The projects that an account of project `internal` owns. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { projectCreation } from '#contract/service/models/project-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { isOutcomeUnknown } from '#lib/rules/unknown-outcome.ts';
import { api, service } from './api';
import { useCreateTeam } from './own-teams';
import { deleteProject } from './project';
import { createOnce } from './repeatable-writes';
import { topicStores } from './topics';

/** The list of what an account owns. */
function ownProjects(connectionId: string, accountId: string) {
  return service.projects.list.query({ actor: 'account', connectionId, accountId });
}

/** Projects that the account owns, as the service lists them. */
export function useOwnProjects(connectionId: string, accountId: string) {
  return useQuery(ownProjects(connectionId, accountId));
}

/** Reads one of the account's projects from the service, not from the cache; null if the account has none with that ID. */
export function useOwnProject(connectionId: string, accountId: string, projectId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...ownProjects(connectionId, accountId).queryKey, projectId],
    queryFn: async () => {
      const { items } = await client.fetchQuery({ ...ownProjects(connectionId, accountId), staleTime: 0 });
      return items.find(({ id }) => id === projectId) ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The team that will own a new project: one of the account's, or one to create. Releases before 2.8.31 take none. */
type ProjectOwner = { readonly teamId: string } | { readonly newTeamName: string };

type Creation = z.input<typeof projectCreation>;

interface NewProject {
  readonly project: Omit<Creation, 'owner_team_id'>;
  readonly owner: ProjectOwner | null;
  /** Runs once the owner exists, even if the project can't be created afterwards. */
  readonly onOwner: (teamId: string) => void;
}

/**
 * Creates a project that the account owns with its settings, and first its owner where that is a new team. Resolves to the project, also if
 * only the response was lost.
 */
export function useCreateProject(connectionId: string, accountId: string) {
  const client = useQueryClient();
  const createTeam = useCreateTeam(connectionId, accountId);
  const options = ownProjects(connectionId, accountId);
  const create = useRef(
    createOnce({
      known: () => client.ensureQueryData(options).then(({ items }) => items),
      read: () => client.fetchQuery({ ...options, staleTime: 0 }).then(({ items }) => items),
      send: (body: Creation) => service.projects.create({ actor: 'account', connectionId, accountId, body }),
    }),
  );
  return useMutation({
    mutationFn: async ({ project, owner, onOwner }: NewProject) => {
      if (owner === null) return create.current(project);
      const teamId = 'teamId' in owner ? owner.teamId : (await createTeam(owner.newTeamName)).id;
      onOwner(teamId);
      return create.current({ ...project, owner_team_id: teamId });
    },
    onSuccess: () => client.invalidateQueries({ queryKey: options.queryKey }),
  });
}

/** A project of an account of project `internal`. */
interface OwnedProject {
  readonly internalConnectionId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
}

/**
 * Deletes a project with its owner's session, through the connection for that: the existing one, or one that is added for it and removed again.
 * Resolves to the ID of the connection that is left; null if there is none.
 */
export async function deleteOwnedProject(owned: OwnedProject): Promise<string | null> {
  const known = new Set(topicStores['connections.list'].getState().value?.map(({ id }) => id));
  const { id } = await api.connections.openOwned(owned);
  const discard = async () => {
    if (known.has(id)) return false;
    return api.connections.remove({ id }).then(
      () => true,
      () => false,
    );
  };
  try {
    await deleteProject(id, owned.projectId);
  } catch (thrown) {
    await discard();
    throw thrown;
  }
  return (await discard()) ? null : id;
}

/** Transfers a project to another team of its owner. Succeeds as well if only the response was lost. */
export function useTransferProject(connectionId: string, accountId: string, projectId: string) {
  const client = useQueryClient();
  const isOwnedBy = async (teamId: string) => {
    const { items } = await client.fetchQuery({ ...ownProjects(connectionId, accountId), staleTime: 0 });
    return items.some(({ id, owner_team_id: owner }) => id === projectId && owner === teamId);
  };
  return useMutation({
    mutationFn: async (teamId: string) => {
      try {
        const body = { project_id: projectId, new_team_id: teamId };
        await service.projects.transfer({ actor: 'account', connectionId, accountId, body });
      } catch (thrown) {
        if (!isOutcomeUnknown(reportOf(thrown)) || !(await isOwnedBy(teamId).catch(() => false))) throw thrown;
      }
    },
    onSuccess: () => client.invalidateQueries({ queryKey: ownProjects(connectionId, accountId).queryKey }),
  });
}
