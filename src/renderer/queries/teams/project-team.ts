/** One team of the project, as its admin sees it. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { ServerTeam } from '../../../contract/service/models/models';
import type { teams } from '../../../contract/service/teams';
import { service } from '../../api';
import { type ProjectTeamRef, queryKeys } from '../cache/keys';
import { createOnce } from '../create-once';
import { assertId } from '../find/assert-id';
import { removeOnce } from '../remove-once';
import { teamsQuery } from '../teams';
import { sendForTeam } from './send-for-team';

const project = (connectionId: string) => ({ actor: 'project', connectionId }) as const;

/** Returns a team by ID; shows the list's copy at once. */
export function useTeam(connectionId: string, teamId: string, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.team(connectionId, teamId),
    placeholderData: () => client.getQueryData(teamsQuery(connectionId).queryKey)?.items.find(({ id }) => id === teamId),
    queryFn: () => readTeam(connectionId, teamId),
    enabled,
  });
}

async function readTeam(connectionId: string, teamId: string): Promise<ServerTeam> {
  assertId(teamId, 'params.id');
  return service.teams.read({ ...project(connectionId), params: { id: teamId } });
}

export type NewTeam = z.input<typeof teams.create.actors.project.body>;
export type TeamUpdate = z.input<typeof teams.update.actors.project.body>;

/** Returns a function that creates a team. Resolves to the team, also if only the response was lost. */
export function useCreateProjectTeam(connectionId: string): (team: NewTeam) => Promise<ServerTeam> {
  const client = useQueryClient();
  const options = teamsQuery(connectionId);
  const create = useRef(
    createOnce({
      known: () => client.ensureQueryData(options).then(({ items }) => items),
      read: () => client.fetchQuery({ ...options, staleTime: 0 }).then(({ items }) => items),
      send: (body: NewTeam) => service.teams.create({ ...project(connectionId), body }),
    }),
  );
  return create.current;
}

/** Returns a function that reads the team from the service, whatever was read before. */
export function useReadProjectTeam(team: ProjectTeamRef): () => Promise<ServerTeam> {
  const client = useQueryClient();
  return () => sendForTeam(client, team, () => readTeam(team.connectionId, team.teamId));
}

/** Changes fields of a team; those that are left out stay as they are. */
export function useUpdateProjectTeam(team: ProjectTeamRef) {
  const client = useQueryClient();
  const { connectionId, teamId } = team;
  return useMutation({
    mutationFn: (body: TeamUpdate) =>
      sendForTeam(client, team, () => service.teams.update({ ...project(connectionId), params: { id: teamId }, body })),
    onSuccess: (changed: ServerTeam) => setTeam(client, connectionId, changed),
  });
}

function setTeam(client: QueryClient, connectionId: string, team: ServerTeam): void {
  client.setQueryData(queryKeys.team(connectionId, team.id), team);
  client.setQueryData(
    teamsQuery(connectionId).queryKey,
    (known) => known && { ...known, items: known.items.map((one) => (one.id === team.id ? team : one)) },
  );
}

/** Deletes a team for all of its members. */
export function useDeleteProjectTeam(team: ProjectTeamRef) {
  const client = useQueryClient();
  const { connectionId, teamId } = team;
  return useMutation({
    mutationFn: () =>
      sendForTeam(client, team, () =>
        removeOnce(
          () => service.teams.delete({ ...project(connectionId), params: { id: teamId } }),
          ({ known }) => known === 'TEAM_NOT_FOUND',
        ),
      ),
  });
}
