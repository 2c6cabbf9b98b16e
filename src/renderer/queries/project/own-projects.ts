/** The projects that an account of project `internal` owns. */
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { projectCreation } from '../../../contract/service/models/project-models';
import { service } from '../../api';
import { queryKeys } from '../cache/keys';
import { createOnce } from '../create-once';
import { useCreateTeam } from '../teams/own-teams';

/** The list of what an account owns. */
export function ownProjects(connectionId: string, accountId: string) {
  return queryOptions({
    queryKey: queryKeys.ownProjects(connectionId, accountId),
    queryFn: () => service.projects.list({ actor: 'account', connectionId, accountId }),
  });
}

/** What the account owns, as the service lists it. */
export function useOwnProjects(connectionId: string, accountId: string) {
  return useQuery(ownProjects(connectionId, accountId));
}

/** One of the account's projects, read from the service whatever was read before; null if the account has none of that ID. */
export function useOwnProject(connectionId: string, accountId: string, projectId: string) {
  const client = useQueryClient();
  return useQuery({
    queryKey: [...queryKeys.ownProjects(connectionId, accountId), projectId],
    queryFn: async () => {
      const { items } = await client.fetchQuery({ ...ownProjects(connectionId, accountId), staleTime: 0 });
      return items.find(({ id }) => id === projectId) ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The team that will own a new project: one of the account's, or one to create. Releases before 2.8.31 take none. */
export type ProjectOwner = { readonly teamId: string } | { readonly newTeamName: string };

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
