/** The members of a team, and the account's own profile there. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../../api';
import { queryKeys, type TeamRef } from '../cache/keys';
import { callerOf, sendAsMember } from './send-as-member';

/** Reads all members, in the order in which they joined. Requires `$read_members`. */
export function useTeamMembers(team: TeamRef, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.teamMembers(team),
    queryFn: () => sendAsMember(client, team, () => service.teams.profiles({ ...callerOf(team), query: { team_id: team.teamId } })),
    enabled,
  });
}

/** Removes another member. Requires `$remove_members`. */
export function useRemoveMember(team: TeamRef) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (userId: string) =>
      sendAsMember(client, team, () =>
        service.teams.removeMember({ ...callerOf(team), params: { team_id: team.teamId, user_id: userId } }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.teamMembers(team) }),
  });
}

/** Reads the account's own profile in a team. */
export function useTeamProfile(team: TeamRef) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.teamProfile(team),
    queryFn: () =>
      sendAsMember(client, team, () => service.teams.profile({ ...callerOf(team), params: { team_id: team.teamId, user_id: 'me' } })),
  });
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
      sendAsMember(client, team, () =>
        service.teams.updateProfile({ ...callerOf(team), params: { team_id: team.teamId, user_id: 'me' }, body }),
      ),
    onSuccess: (profile) => client.setQueryData(queryKeys.teamProfile(team), profile),
  });
}
