/** The members of a team, and the account's own profile there. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '#data/api.ts';
import { type AnyTeamRef, type ProjectTeamRef, queryKeys, type TeamRef } from '#data/keys.ts';
import { asAccount, callerOf, sendForTeam } from '#data/own-teams.ts';
import { isMemberGone, removeOnce } from '#data/repeatable-writes.ts';

/** Reads all members, in the order in which they joined. Requires `$read_members`. */
export function useTeamMembers(team: TeamRef, enabled: boolean) {
  const client = useQueryClient();
  const { queryKey, queryFn } = membersQuery(team);
  return useQuery({ queryKey, queryFn: () => sendForTeam(client, team, queryFn), enabled });
}

function membersQuery(team: TeamRef) {
  return service.teams.profiles.query({ ...asAccount(team), query: { team_id: team.teamId } });
}

/** Removes another member. For an account, requires `$remove_members`. */
export function useRemoveMember(team: AnyTeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      sendForTeam(client, team, () =>
        removeOnce(
          () => service.teams.removeMember({ ...callerOf(team), params: { team_id: team.teamId, user_id: userId } }),
          (report) => isMemberGone(report, userId),
        ),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey(team) }),
  });
}

/** Adds an existing user, with the permissions of new members. */
export function useAddMember(team: ProjectTeamRef) {
  const client = useQueryClient();
  const { connectionId, teamId } = team;
  return useMutation({
    mutationFn: (userId: string) =>
      sendForTeam(client, team, () =>
        service.teams.addMember({ actor: 'project', connectionId, params: { team_id: teamId, user_id: userId }, body: {} }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: membersKey(team) }),
  });
}

function membersKey(team: AnyTeamRef) {
  return team.accountId === undefined ? queryKeys.users(team.connectionId) : membersQuery(team).queryKey;
}

/** Reads the account's own profile in a team. */
export function useTeamProfile(team: TeamRef) {
  const client = useQueryClient();
  const { queryKey, queryFn } = profileQuery(team);
  return useQuery({ queryKey, queryFn: () => sendForTeam(client, team, queryFn) });
}

function profileQuery(team: TeamRef) {
  return service.teams.profile.query({ ...asAccount(team), params: { team_id: team.teamId, user_id: 'me' } });
}

/** What an account may change of its profile in a team. */
export interface TeamProfileChange {
  readonly display_name?: string;
  readonly profile_image_url?: string | null;
}

/** Changes the account's own profile in a team. */
export function useUpdateTeamProfile(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: TeamProfileChange) =>
      sendForTeam(client, team, () =>
        service.teams.updateProfile({ ...asAccount(team), params: { team_id: team.teamId, user_id: 'me' }, body }),
      ),
    onSuccess: (profile) => client.setQueryData(profileQuery(team).queryKey, profile),
  });
}
