/** The project's teams. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { z } from 'zod';
import type { SnapshotChoice } from '#contract/journal/snapshot-choice.ts';
import { isLastAdmin, isTeamAdmin } from '#contract/service/models/team-admins.ts';
import type { ServerTeam } from '#contract/service/models/user-models.ts';
import type { teams } from '#contract/service/teams.ts';
import type { Grants } from '#lib/rules/team-rights.ts';
import { service } from './api';
import { assertId } from './assert-id';
import { freshMillis, type Prefetch, type ProjectTeamRef, prefetchMissing, queryKeys } from './keys';
import { sendForTeam } from './own-teams';
import { toGrants } from './permissions';
import { createOnce, removeOnce } from './repeatable-writes';

/** The teams of a user, oldest first. */
export function useTeamsOf(connectionId: string, userId: string, enabled = true) {
  return useQuery({ ...service.teams.list.query({ ...project(connectionId), query: { user_id: userId } }), enabled });
}

/** The query of all teams. */
export function teamsQuery(connectionId: string) {
  return { ...service.teams.list.query({ ...project(connectionId), query: {} }), staleTime: freshMillis };
}

/** All teams, oldest first. */
export function useTeams(connectionId: string, enabled: boolean) {
  return useQuery({ ...teamsQuery(connectionId), enabled });
}

/** Reads all teams for the screen that lists them. */
export const prefetchTeams: Prefetch = (client, { connectionId }) => prefetchMissing(client, teamsQuery(connectionId));

/** One team of the project, as its admin sees it. */
const project = (connectionId: string) => ({ actor: 'project', connectionId }) as const;

/** Returns a team by ID; shows the list's copy at once. */
export function useTeam(connectionId: string, teamId: string, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: teamQuery(connectionId, teamId).queryKey,
    placeholderData: () => client.getQueryData(teamsQuery(connectionId).queryKey)?.items.find(({ id }) => id === teamId),
    queryFn: () => readTeam(connectionId, teamId),
    enabled,
  });
}

async function readTeam(connectionId: string, teamId: string): Promise<ServerTeam> {
  assertId(teamId, 'params.id');
  return teamQuery(connectionId, teamId).queryFn();
}

function teamQuery(connectionId: string, teamId: string) {
  return service.teams.read.query({ ...project(connectionId), params: { id: teamId } });
}

type NewTeam = z.input<typeof teams.create.actors.project.body>;
type TeamUpdate = z.input<typeof teams.update.actors.project.body>;

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

/** Returns a function that reads the team from the service, not from the cache. */
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
  client.setQueryData(teamQuery(connectionId, team.id).queryKey, team);
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
    mutationFn: (snapshot: SnapshotChoice) =>
      sendForTeam(client, team, () =>
        removeOnce(
          () => service.teams.delete({ ...project(connectionId), params: { id: teamId }, snapshot }),
          ({ known }) => known === 'TEAM_NOT_FOUND',
        ),
      ),
  });
}

/** Teams to look at: each takes a request, and a dialog waits for them. */
const maxTeams = 20;

/**
 * Returns the IDs of these teams, or of those among all of the user's teams, then with their names, as far as they can be read.
 * `isComplete` is false if there were too many.
 */
export function useLastAdminTeams(connectionId: string, userId: string, teamId: string | null, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.lastAdminTeams(connectionId, userId, teamId),
    queryFn: async () => {
      const candidates = teamId === null ? await managedTeams(connectionId, userId) : [teamId];
      const asked = candidates.slice(0, maxTeams);
      const grants = await Promise.all(asked.map((id) => teamPermissions(connectionId, id)));
      const ids = asked.filter((_id, at) => isLastAdmin(grants[at] ?? new Map(), userId));
      const names = teamId === null && ids.length > 0 ? await namesOfTeams(connectionId, userId) : new Map<string, string>();
      return { ids, names, isComplete: asked.length === candidates.length };
    },
    enabled,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

async function managedTeams(connectionId: string, userId: string): Promise<readonly string[]> {
  const query = { user_id: userId, recursive: 'true' } as const;
  const { items } = await service.permissions.inTeams({ actor: 'project', connectionId, query });
  return [...new Set(items.filter(({ id }) => isTeamAdmin([id])).map(({ team_id: id }) => id))];
}

/** Together with the teams themselves: a later list may have none, because the user was deleted in the meantime. */
async function namesOfTeams(connectionId: string, userId: string): Promise<ReadonlyMap<string, string>> {
  const call = { ...project(connectionId), query: { user_id: userId } };
  const { items } = await service.teams.list(call).catch(() => ({ items: [] }));
  return new Map(items.map(({ id, display_name }) => [id, display_name]));
}

async function teamPermissions(connectionId: string, teamId: string): Promise<Grants> {
  const query = { team_id: teamId, recursive: 'true' } as const;
  return toGrants(await service.permissions.inTeams({ actor: 'project', connectionId, query }));
}
