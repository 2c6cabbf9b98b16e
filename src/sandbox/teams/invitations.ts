/** Endpoints of team invitations (wire/endpoints 5.4, wire/flows 11; wire/newer 2.4). */
import { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { id, userIdOrMe } from '#contract/service/models/fields.ts';
import type { Invitation } from '#contract/service/models/team-models.ts';
import { checkCode, emailedCodeTtlMillis, issueCode } from '../codes/codes';
import { linkWithCode, sendTemplatedEmail } from '../emails/templated-email';
import type { Handler, SandboxContext } from '../http/context';
import { knownError, plainFailure, serviceFault } from '../http/failures';
import { reply } from '../http/respond';
import { requireTrustedUrl } from '../http/trusted-urls';
import { restrictionOf } from '../sessions/claims';
import { markCodeUsed } from '../stores/code-store';
import { hasAddress } from '../stores/contact-channel-store';
import {
  deleteInvitation,
  findMembership,
  type InvitationCode,
  type InvitationRow,
  listInvitations,
  listInvitationsOf,
} from '../stores/membership-store';
import type { Project } from '../stores/project-store';
import { findTeam } from '../stores/team-store';
import type { UserRow } from '../stores/user-store';
import { joinTeam } from './join-team';
import { type AccessContext, requireSignedIn, requireTeam, requireTeamPermission, requireUserById } from './team-access';

/**
 * Emails an invitation. Anyone with its code can join. Throws an unexpected error for an unknown team of a server, because the
 * service responds with 500.
 */
export const invite: Handler<RowOf<'teams.invite'>> = {
  ignoresQuery: true,
  async run(call) {
    const { store, project, body } = call;
    requireTeamPermission(call, body.team_id, '$invite_members');
    requireTrustedUrl(call.release, body.callback_url, project.config);
    const team = findTeam(store, project.key, body.team_id);
    if (team === undefined) throw serviceFault(`There is no team ${body.team_id} to invite to.`);
    const data: InvitationCode = { team_id: team.id, email: body.email };
    const { id, code } = issueCode(call, project, { purpose: 'team-invitation', data, ttlMillis: emailedCodeTtlMillis });
    const teamInvitationLink = linkWithCode(body.callback_url, code);
    const values = { userDisplayName: null, teamDisplayName: team.display_name, teamInvitationLink };
    sendTemplatedEmail(call, project, body.email, { type: 'team_invitation', values });
    return reply({ success: true as const, id });
  },
};

/** A team, or from 2.8.69 on the invited user. If both are missing, the team is reported. */
const teamOrUser = z
  .strictObject({ team_id: id.optional(), user_id: userIdOrMe.optional() })
  .refine(({ team_id, user_id }) => team_id !== undefined || user_id !== undefined, { path: ['team_id'] });
const oneOfBoth = z.union([z.strictObject({ team_id: id }), z.strictObject({ user_id: userIdOrMe })]);

export const listTeamInvitations: Handler<RowOf<'teams.invitations'>> = {
  accepts: (release) => (release.has('invitations-for-me') ? { client: { query: teamOrUser }, server: { query: teamOrUser } } : {}),
  async run(call) {
    const { store, project, clock, caller, release } = call;
    const query = oneOfBoth.safeParse(call.query);
    if (!query.success) throw plainFailure(400, 'Cannot specify both team_id and user_id');
    if ('user_id' in query.data) {
      const rows = listInvitationsOf(store, project.key, requireInvitee(call, query.data.user_id).key, clock.now());
      return reply(toInvitationList(rows.map((row) => ({ ...toInvitation(row), team_display_name: row.team_display_name }))));
    }
    if (caller.access === 'client' && caller.user === null) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
    requireTeamPermission(call, query.data.team_id, '$read_members', '$invite_members');
    const team = requireTeam(call, query.data.team_id);
    const name = release.has('invitation-team-names') ? { team_display_name: team.display_name } : {};
    const items = listInvitations(store, project.key, team.id, clock.now()).map((row) => ({ ...toInvitation(row), ...name }));
    return reply(toInvitationList(items));
  },
};

export const revokeInvitation: Handler<RowOf<'teams.revokeInvitation'>> = {
  async run(call) {
    const { store, project, params, query } = call;
    requireTeamPermission(call, query.team_id, '$remove_members');
    const team = requireTeam(call, query.team_id);
    // The service responds with 500 for an unknown one.
    if (!deleteInvitation(store, project.key, team.id, params.id)) throw serviceFault(`There is no invitation ${params.id}.`);
    return reply({ success: true as const });
  },
};

export const checkInvitation: Handler<RowOf<'teams.checkInvitation'>> = {
  ignoresQuery: true,
  async run(call) {
    requireInvited(call, checkCode(call, call.project, 'team-invitation', call.body.code));
    return reply({ is_code_valid: true as const });
  },
};

export const invitationDetails: Handler<RowOf<'teams.invitationDetails'>> = {
  ignoresQuery: true,
  async run(call) {
    const row = checkCode(call, call.project, 'team-invitation', call.body.code);
    requireSignedIn(call.caller);
    requireInvited(call, row);
    const { team_id: teamId }: InvitationCode = JSON.parse(row.data);
    const team = requireTeam(call, teamId);
    return reply({ team_id: team.id, team_display_name: team.display_name });
  },
};

/** Accepts an invitation, before 2.8.88 whatever the user's email. The code is used up even if no user is signed in. */
export const acceptInvitation: Handler<RowOf<'teams.acceptInvitation'>> = {
  ignoresQuery: true,
  async run(call) {
    requireUnrestricted(call);
    const row = checkCode(call, call.project, 'team-invitation', call.body.code);
    requireInvited(call, row);
    markCodeUsed(call.store, row.code, call.clock.now());
    const { team_id: teamId }: InvitationCode = JSON.parse(row.data);
    joinUnlessMember(call, call.project, teamId, requireSignedIn(call.caller));
    return reply({});
  },
};

/** Accepts an invitation without its code. Requires that it was sent to a verified email of the user. */
export const acceptInvitationForMe: Handler<RowOf<'teams.acceptInvitationForMe'>> = {
  async run(call) {
    const { store, project, clock, params, query } = call;
    requireUnrestricted(call);
    const user = requireInvitee(call, query.user_id);
    const pending = listInvitationsOf(store, project.key, user.key, clock.now());
    const invitation = pending.find((row) => row.id === params.id.toLowerCase());
    if (invitation === undefined) throw knownError('VERIFICATION_CODE_NOT_FOUND');
    store.transaction(() => {
      markCodeUsed(store, invitation.code, clock.now());
      joinUnlessMember(call, project, invitation.team_id, user);
    });
    return reply({});
  },
};

/** Throws TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED for a restricted user (wire/later 1). */
function requireUnrestricted({ release, project, caller: { user } }: AccessContext & SandboxContext): void {
  const type = user && restrictionOf(release, project, user);
  if (type) throw knownError('TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED', { restricted_reason: { type } }, { reason: type });
}

/** Throws TEAM_INVITATION_EMAIL_MISMATCH for a signed-in user that has no such address (wire/hexclave 5). */
function requireInvited({ release, store, caller: { user } }: AccessContext & SandboxContext, code: { readonly data: string }): void {
  if (user === null || !release.has('invitation-email-check')) return;
  const { email }: InvitationCode = JSON.parse(code.data);
  if (!hasAddress(store, user.key, email)) throw knownError('TEAM_INVITATION_EMAIL_MISMATCH');
}

/** Adds the user to the team. Has no effect for members. */
function joinUnlessMember(context: SandboxContext, project: Project, teamId: string, user: UserRow): void {
  const { store } = context;
  const team = requireTeam({ store, project }, teamId);
  if (findMembership(store, project.key, team.id, user.id) !== undefined) return;
  store.transaction(() => joinTeam(context, project, team.key, user.key, 'member'));
}

/** Returns the user whose invitations are requested: for clients the signed-in one, for servers any. */
function requireInvitee(request: AccessContext, userId: string): UserRow {
  const { access, user } = request.caller;
  if (access !== 'client') return requireUserById(request, userId);
  if (user === null || user.id !== userId.toLowerCase()) throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
  return user;
}

function toInvitationList(items: Invitation[]): { items: Invitation[]; is_paginated: false } {
  return { items, is_paginated: false };
}

/** Returns an invitation as its team lists it. The team's name came in 2.8.69, with the lists of a user. */
function toInvitation({ id, team_id, recipient_email, expires_at_millis }: InvitationRow): Invitation {
  return { id, team_id, recipient_email, expires_at_millis };
}
