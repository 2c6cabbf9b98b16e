/** The teams of a user of the project, and joining and leaving them (wire/endpoints 5). */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { service } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { queryKeys } from '../cache/keys';

/** Reads the teams of a user, oldest first. */
export function useUserTeams(connectionId: string, userId: string) {
  return useQuery({
    queryKey: queryKeys.userTeams(connectionId, userId),
    queryFn: () => service.teams.list({ actor: 'project', connectionId, query: { user_id: userId } }),
  });
}

/** Adds a user to a team, with the default permissions of members. A user who is a member already counts as added. */
export function useAddToTeam(connectionId: string, userId: string) {
  return useChangeTeams(connectionId, userId, 'TEAM_MEMBERSHIP_ALREADY_EXISTS', (params) =>
    service.teams.addMember({ actor: 'project', connectionId, params, body: {} }),
  );
}

/** Removes a user from a team. A user who is no member counts as removed. */
export function useRemoveFromTeam(connectionId: string, userId: string) {
  return useChangeTeams(connectionId, userId, 'TEAM_MEMBERSHIP_NOT_FOUND', (params) =>
    service.teams.removeMember({ actor: 'project', connectionId, params }),
  );
}

/** Returns a mutation by team ID. The service's error `done` says that there is nothing left to do. The teams are read again in any case. */
function useChangeTeams(
  connectionId: string,
  userId: string,
  done: string,
  send: (params: { readonly team_id: string; readonly user_id: string }) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(teamId: string) {
      try {
        await send({ team_id: teamId, user_id: userId });
      } catch (thrown) {
        if (reportOf(thrown).known !== done) throw thrown;
      }
    },
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.userTeams(connectionId, userId) }),
  });
}
