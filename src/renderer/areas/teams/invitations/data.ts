/** Invitations to a team, and those addressed to an account. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ErrorReport } from '#contract/errors.ts';
import type { Invitation } from '#contract/service/models/team-models.ts';
import { api, service } from '#data/api.ts';
import type { AnyTeamRef } from '#data/keys.ts';
import { asAccount, callerOf, sendForTeam } from '#data/own-teams.ts';
import { removeOnce, runEach, type StepResult } from '#data/repeatable-writes.ts';
import { readKey } from '#data/service-query.ts';
import { reportOf } from '#lib/errors/error-text.ts';

/** Reads the pending invitations. Requires `$read_members` and `$invite_members`. */
export function useTeamInvitations(team: AnyTeamRef, enabled: boolean) {
  const client = useQueryClient();
  const { queryKey, queryFn } = invitationsQuery(team);
  return useQuery({ queryKey, queryFn: () => sendForTeam(client, team, queryFn), enabled });
}

function invitationsQuery(team: AnyTeamRef) {
  return service.teams.invitations.query({ ...callerOf(team), query: { team_id: team.teamId } });
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
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery(team).queryKey }),
  });
}

/** Whether an invitation is pending, as far as that can be read: the service has no error for an unknown one (wire/endpoints 5.4). */
async function isPending(team: AnyTeamRef, invitationId: string): Promise<boolean> {
  try {
    const { items } = await invitationsQuery(team).queryFn();
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
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery(team).queryKey }),
  });
}

/** Reads the invitations to the account's verified email addresses (2.8.69). */
export function useOwnInvitations(connectionId: string, accountId: string, enabled: boolean) {
  return useQuery({ ...ownInvitationsQuery(connectionId, accountId), enabled });
}

function ownInvitationsQuery(connectionId: string, accountId: string) {
  return service.teams.invitationsForMe.query({ actor: 'account', connectionId, accountId, query: { user_id: 'me' } });
}

/** Accepts an invitation addressed to the account, without its code. */
export function useAcceptOwnInvitation(connectionId: string, accountId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: Invitation) =>
      service.teams.acceptInvitationForMe({ ...asAccount({ connectionId, accountId }), params: { id }, query: { user_id: 'me' } }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ownInvitationsQuery(connectionId, accountId).queryKey }),
        client.invalidateQueries({ queryKey: readKey('teams.list', { connectionId, accountId }) }),
      ]),
  });
}

export type InviteResults = ReadonlyMap<string, StepResult>;

/** Refusals that apply to every address. */
const ofAll: ReadonlySet<string | undefined> = new Set([
  'TEAM_PERMISSION_REQUIRED',
  'TEAM_MEMBERSHIP_NOT_FOUND',
  'TEAM_NOT_FOUND',
  'USER_AUTHENTICATION_REQUIRED',
  'REDIRECT_URL_NOT_WHITELISTED',
]);

/** Invites one address after another and reports each, as `runEach` does. */
export function inviteEach(
  emails: readonly string[],
  send: (email: string) => Promise<unknown>,
  report: (email: string, result: StepResult) => void,
): Promise<void> {
  return runEach(emails, { send, report, ofAll });
}

/** Returns the results with those that are unknown decided: an invitation that wasn't pending before the run was sent in it. */
export function settleUnknown(results: InviteResults, before: ReadonlySet<string>, pending: readonly Invitation[]): InviteResults {
  const sent = new Set(pending.filter(({ id }) => !before.has(id)).map(({ recipient_email: email }) => email.toLowerCase()));
  return new Map(
    [...results].map(([email, result]) => {
      const isSent = result.state === 'unknown' && sent.has(email.toLowerCase());
      return [email, isSent ? { state: 'done' as const } : result] as const;
    }),
  );
}

/** What became of the old invitation after a new one was sent. */
export type ResendOutcome = { readonly old: 'revoked' | 'kept' } | { readonly old: 'failed'; readonly report: ErrorReport };

interface ResendDeps {
  readonly send: () => Promise<unknown>;
  /** Null if the account may not revoke invitations. */
  readonly revokeOld: (() => Promise<unknown>) | null;
}

/** Sends an invitation again, then revokes the old one. Throws and keeps the old one if the new one can't be sent. */
export async function resendInvitation({ send, revokeOld }: ResendDeps): Promise<ResendOutcome> {
  await send();
  if (revokeOld === null) return { old: 'kept' };
  try {
    await revokeOld();
    return { old: 'revoked' };
  } catch (thrown) {
    return { old: 'failed', report: reportOf(thrown) };
  }
}
