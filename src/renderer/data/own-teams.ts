/** The teams that an account is a member of. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { SnapshotChoice } from '#contract/journal/snapshot-choice.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ClientTeam } from '#contract/service/models/user-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { service } from './api';
import { type AnyTeamRef, queryKeys, type TeamRef } from './keys';
import { createOnce, isMemberGone, removeOnce } from './repeatable-writes';
import { readKey } from './service-query';

function ownTeams(connectionId: string, accountId: string) {
  return service.teams.list.query({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } });
}

/** Reads the account's teams, in the service's order, and how many were left out. */
export function useOwnTeams(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({ ...ownTeams(connectionId, accountId), enabled });
}

/** Creates a team with the account as its first member. Resolves to the team, also if only the response was lost. */
export function useCreateTeam(connectionId: string, accountId: string): (name: string) => Promise<ClientTeam> {
  const client = useQueryClient();
  const options = ownTeams(connectionId, accountId);
  const create = useRef(
    createOnce({
      known: () => client.ensureQueryData(options).then(({ items }) => items),
      read: () => client.fetchQuery({ ...options, staleTime: 0 }).then(({ items }) => items),
      send: (body: { display_name: string }) =>
        service.teams.create({ actor: 'account', connectionId, accountId, body: { ...body, creator_user_id: 'me' } }),
    }),
  );
  return async (name) => {
    const team = await create.current({ display_name: name });
    client.setQueryData(options.queryKey, (list) =>
      list === undefined || list.items.some(({ id }) => id === team.id) ? list : { ...list, items: [...list.items, team] },
    );
    return team;
  };
}

/** Selects the team with which the project's applications start, or none. */
export function useSelectTeam(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (teamId: string | null) =>
      service.users.updateMe({ actor: 'account', connectionId, accountId, body: { selected_team_id: teamId } }),
    onSuccess: (user) => client.setQueryData(service.users.me.query({ actor: 'account', connectionId, accountId }).queryKey, user),
  });
}

/**
 * IDs of the permissions that the account has in a team, directly or by containment (wire/flows 17). A part of a screen that reads them already
 * doesn't read them again when it is `shared`.
 */
export function useTeamPermissions(team: TeamRef, enabled: boolean, shared = false) {
  return useQuery({
    ...service.permissions.inTeams.query({ ...asAccount(team), query: { user_id: 'me', team_id: team.teamId, recursive: 'true' } }),
    select: toIds,
    enabled,
    refetchOnMount: !shared,
  });
}

function toIds({ items }: { items: readonly { id: string }[] }): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

/** What a member may change of a team. */
interface TeamChange {
  readonly display_name?: string;
  readonly profile_image_url?: string | null;
  readonly client_metadata?: JsonValue;
}

/** Changes a team's name, image or metadata. */
export function useUpdateTeam(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TeamChange) =>
      sendForTeam(client, team, () => service.teams.update({ ...asAccount(team), params: { id: team.teamId }, body })),
    onSuccess: (changed: ClientTeam) => setTeams(client, team, (teams) => teams.map((one) => (one.id === changed.id ? changed : one))),
  });
}

/** Returns a function that reads the team again. */
export function useReadTeam(team: TeamRef): () => Promise<ClientTeam> {
  const client = useQueryClient();
  return () => sendForTeam(client, team, () => service.teams.read({ ...asAccount(team), params: { id: team.teamId } }));
}

/** Deletes a team for all of its members. Resolves to `gone` if the account isn't a member of it: it was deleted, or the account was removed. */
export function useDeleteTeam(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (snapshot: SnapshotChoice) =>
      sendForTeam(client, team, () =>
        removeOnce(() => service.teams.delete({ ...asAccount(team), params: { id: team.teamId }, snapshot }), isMemberGone),
      ),
    onSuccess: () => dropTeam(client, team),
  });
}

/** Ends the account's own membership of a team. */
export function useLeaveTeam(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendForTeam(client, team, () =>
        removeOnce(() => service.teams.removeMember({ ...asAccount(team), params: { team_id: team.teamId, user_id: 'me' } }), isMemberGone),
      ),
    onSuccess: () => dropTeam(client, team),
  });
}

function dropTeam(client: QueryClient, team: TeamRef): void {
  setTeams(client, team, (teams) => teams.filter(({ id }) => id !== team.teamId));
}

function setTeams(client: QueryClient, { connectionId, accountId }: TeamRef, change: (teams: readonly ClientTeam[]) => ClientTeam[]): void {
  client.setQueryData(ownTeams(connectionId, accountId).queryKey, (known) => known && { ...known, items: change(known.items) });
}

/** Errors that show that what is known of the team, or of the account's place in it, is outdated (wire/endpoints 5). */
const outdated: ReadonlySet<string | undefined> = new Set(['TEAM_PERMISSION_REQUIRED', 'TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_NOT_FOUND']);

/** Sends a request about a team. If it is refused because the team, a permission or a membership is missing, those are read again. */
export async function sendForTeam<T>(client: QueryClient, team: AnyTeamRef, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (thrown) {
    if (outdated.has(reportOf(thrown).known)) for (const queryKey of outdatedKeys(team)) void client.invalidateQueries({ queryKey });
    throw thrown;
  }
}

function outdatedKeys({ connectionId, accountId, teamId }: AnyTeamRef) {
  if (accountId !== undefined) return [...queryKeys.ownPermissions(connectionId, accountId), ownTeams(connectionId, accountId).queryKey];
  return [readKey('teams.read', { connectionId, params: { id: teamId } }), queryKeys.teams(connectionId), queryKeys.users(connectionId)];
}

/** Returns the part of a call that says who makes it: an account, or the project. */
export function callerOf({ connectionId, accountId }: Pick<AnyTeamRef, 'connectionId' | 'accountId'>) {
  return accountId === undefined ? ({ actor: 'project', connectionId } as const) : ({ actor: 'account', connectionId, accountId } as const);
}

/** Returns the part of a call that an account makes. */
export function asAccount({ connectionId, accountId }: { readonly connectionId: string; readonly accountId: string }) {
  return { actor: 'account', connectionId, accountId } as const;
}
