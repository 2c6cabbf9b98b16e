/** One team of an account: what the account may do there, and changes of the team. */
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { JsonValue } from '../../../contract/service/models/fields';
import type { ClientTeam } from '../../../contract/service/models/models';
import { service } from '../../api';
import { queryKeys, type TeamRef } from '../cache/keys';
import { isMemberGone, removeOnce } from '../remove-once';
import type { TeamList } from './own-teams';
import { asAccount, sendForTeam } from './send-for-team';

/**
 * IDs of the permissions that the account has in a team, directly or by containment (wire/flows 17). A part of a screen that reads them already
 * doesn't read them again when it is `shared`.
 */
export function useTeamPermissions(team: TeamRef, enabled: boolean, shared = false) {
  return useQuery({
    queryKey: queryKeys.teamPermissions(team),
    queryFn: () => service.permissions.inTeams({ ...asAccount(team), query: { user_id: 'me', team_id: team.teamId, recursive: 'true' } }),
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
    mutationFn: () =>
      sendForTeam(client, team, () =>
        removeOnce(() => service.teams.delete({ ...asAccount(team), params: { id: team.teamId } }), isMemberGone),
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
  client.setQueryData<TeamList>(queryKeys.ownTeams(connectionId, accountId), (known) => known && { ...known, items: change(known.items) });
}
