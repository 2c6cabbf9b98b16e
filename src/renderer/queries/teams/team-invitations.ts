/** Invitations to a team, and those addressed to an account. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '../../../contract/service/models/team-models';
import { api, service } from '../../api';
import { queryKeys, type TeamRef } from '../cache/keys';
import { type ResendOutcome, resendInvitation } from './resend-invitation';
import { callerOf, sendAsMember } from './send-as-member';

/** Reads the pending invitations. Requires `$read_members` and `$invite_members`. */
export function useTeamInvitations(team: TeamRef, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.teamInvitations(team),
    queryFn: () => sendAsMember(client, team, () => service.teams.invitations({ ...callerOf(team), query: { team_id: team.teamId } })),
    enabled,
  });
}

/** Returns a function that invites one address. Resolves to the invitation's ID. Requires `$invite_members`. */
export function useSendInvitation(team: TeamRef): (email: string) => Promise<string> {
  const client = useQueryClient();
  const { connectionId, teamId } = team;
  return async (email) => {
    const { url } = await api.callbacks.address({ connectionId, purpose: 'team-invitation' });
    const body = { team_id: teamId, email, callback_url: url };
    return (await sendAsMember(client, team, () => service.teams.invite({ ...callerOf(team), body }))).id;
  };
}

/** Revokes a pending invitation. Requires `$remove_members`. */
export function useRevokeInvitation(team: TeamRef) {
  const client = useQueryClient();
  const query = { team_id: team.teamId };
  return useMutation({
    mutationFn: (id: string) =>
      sendAsMember(client, team, () => service.teams.revokeInvitation({ ...callerOf(team), params: { id }, query })),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.teamInvitations(team) }),
  });
}

/** Sends an invitation again. Deletes the old one if `canRevoke`. */
export function useResendInvitation(team: TeamRef, canRevoke: boolean) {
  const client = useQueryClient();
  const send = useSendInvitation(team);
  const { mutateAsync: revoke } = useRevokeInvitation(team);
  return useMutation({
    mutationFn: ({ id, recipient_email: email }: Invitation): Promise<ResendOutcome> =>
      resendInvitation({ send: () => send(email), revokeOld: canRevoke ? () => revoke(id) : null }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.teamInvitations(team) }),
  });
}

/** Reads the invitations to the account's verified email addresses (2.8.69). */
export function useOwnInvitations(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.ownInvitations(connectionId, accountId),
    queryFn: () => service.teams.invitationsForMe({ ...callerOf({ connectionId, accountId }), query: { user_id: 'me' } }),
    enabled,
  });
}

/** Accepts an invitation addressed to the account, without its code. */
export function useAcceptOwnInvitation(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Invitation) =>
      service.teams.acceptInvitationForMe({ ...callerOf({ connectionId, accountId }), params: { id }, query: { user_id: 'me' } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.ownInvitations(connectionId, accountId) }),
        client.invalidateQueries({ queryKey: queryKeys.ownTeams(connectionId, accountId) }),
      ]),
  });
}
