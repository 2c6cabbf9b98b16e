/** One team of an account: what the account may do there, and changes of the team. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonValue } from '../../../contract/service/models/fields';
import type { ClientTeam } from '../../../contract/service/models/models';
import { service } from '../../api';
import { queryKeys, type TeamRef } from '../cache/keys';
import type { TeamList } from './own-teams';
import { callerOf, sendAsMember } from './send-as-member';

/**
 * IDs of the permissions that the account has in a team, directly or by containment (wire/flows 17). A part of a screen that reads them already
 * doesn't read them again when it is `shared`.
 */
export function useTeamPermissions(team: TeamRef, enabled: boolean, shared = false) {
  return useQuery({
    queryKey: queryKeys.teamPermissions(team),
    queryFn: () => service.permissions.inTeams({ ...callerOf(team), query: { user_id: 'me', team_id: team.teamId, recursive: 'true' } }),
    select: toIds,
    enabled,
    refetchOnMount: !shared,
  });
}

function toIds({ items }: { items: readonly { id: string }[] }): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

/** What a member may change of a team. */
export interface TeamChange {
  readonly display_name?: string;
  readonly profile_image_url?: string | null;
  readonly client_metadata?: JsonValue;
}

/** Changes a team's name, image or metadata. */
export function useUpdateTeam(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TeamChange) =>
      sendAsMember(client, team, () => service.teams.update({ ...callerOf(team), params: { id: team.teamId }, body })),
    onSuccess: (changed: ClientTeam) => setTeams(client, team, (teams) => teams.map((one) => (one.id === changed.id ? changed : one))),
  });
}

/** Returns a function that reads the team again. */
export function useReadTeam(team: TeamRef): () => Promise<ClientTeam> {
  const client = useQueryClient();
  return () => sendAsMember(client, team, () => service.teams.read({ ...callerOf(team), params: { id: team.teamId } }));
}

/** Deletes a team for all of its members. */
export function useDeleteTeam(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => sendAsMember(client, team, () => service.teams.delete({ ...callerOf(team), params: { id: team.teamId } })),
    onSuccess: () => dropTeam(client, team),
  });
}

/** Ends the account's own membership of a team. */
export function useLeaveTeam(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      sendAsMember(client, team, () => service.teams.removeMember({ ...callerOf(team), params: { team_id: team.teamId, user_id: 'me' } })),
    onSuccess: () => dropTeam(client, team),
  });
}

function dropTeam(client: QueryClient, team: TeamRef): void {
  setTeams(client, team, (teams) => teams.filter(({ id }) => id !== team.teamId));
}

function setTeams(client: QueryClient, { connectionId, accountId }: TeamRef, change: (teams: readonly ClientTeam[]) => ClientTeam[]): void {
  client.setQueryData<TeamList>(queryKeys.ownTeams(connectionId, accountId), (known) => known && { ...known, items: change(known.items) });
}
