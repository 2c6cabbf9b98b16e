/** Invitations to a team, and those addressed to an account. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Invitation } from '../../../contract/service/models/team-models';
import { api, service } from '../../api';
import { type AnyTeamRef, queryKeys } from '../cache/keys';
import { removeOnce } from '../remove-once';
import { type ResendOutcome, resendInvitation } from './resend-invitation';
import { asAccount, callerOf, sendForTeam } from './send-for-team';

/** Reads the pending invitations. Requires `$read_members` and `$invite_members`. */
export function useTeamInvitations(team: AnyTeamRef, enabled: boolean) {
  const client = useQueryClient();
  return useQuery({
    queryKey: queryKeys.teamInvitations(team),
    queryFn: () => sendForTeam(client, team, () => service.teams.invitations({ ...callerOf(team), query: { team_id: team.teamId } })),
    enabled,
  });
}

/** Returns a function that invites one address. Resolves to the invitation's ID. Requires `$invite_members`. */
export function useSendInvitation(team: AnyTeamRef): (email: string) => Promise<string> {
  const client = useQueryClient();
  const { connectionId, teamId } = team;
  return async (email) => {
    const { url } = await api.callbacks.address({ connectionId, purpose: 'team-invitation' });
    const body = { team_id: teamId, email, callback_url: url };
    return (await sendForTeam(client, team, () => service.teams.invite({ ...callerOf(team), body }))).id;
  };
}

/** Revokes a pending invitation. Requires `$remove_members`. */
export function useRevokeInvitation(team: AnyTeamRef) {
  const client = useQueryClient();
  const query = { team_id: team.teamId };
  return useMutation({
    mutationFn: (id: string) =>
      sendForTeam(client, team, () =>
        removeOnce(
          () => service.teams.revokeInvitation({ ...callerOf(team), params: { id }, query }),
          async ({ status }) => status === 500 && !(await isPending(team, id)),
        ),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.teamInvitations(team) }),
  });
}

/** Whether an invitation is pending, as far as that can be read: the service has no error for an unknown one (wire/endpoints 5.4). */
async function isPending(team: AnyTeamRef, invitationId: string): Promise<boolean> {
  try {
    const { items } = await service.teams.invitations({ ...callerOf(team), query: { team_id: team.teamId } });
    return items.some(({ id }) => id === invitationId);
  } catch {
    return true;
  }
}

/** Sends an invitation again. Deletes the old one if `canRevoke`. */
export function useResendInvitation(team: AnyTeamRef, canRevoke: boolean) {
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
    queryFn: () => service.teams.invitationsForMe({ ...asAccount({ connectionId, accountId }), query: { user_id: 'me' } }),
    enabled,
  });
}

/** Accepts an invitation addressed to the account, without its code. */
export function useAcceptOwnInvitation(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Invitation) =>
      service.teams.acceptInvitationForMe({ ...asAccount({ connectionId, accountId }), params: { id }, query: { user_id: 'me' } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.ownInvitations(connectionId, accountId) }),
        client.invalidateQueries({ queryKey: queryKeys.ownTeams(connectionId, accountId) }),
      ]),
  });
}
