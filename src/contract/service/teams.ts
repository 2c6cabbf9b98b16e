/** Teams, their members and invitations (wire/endpoints 5, wire/flows 11). */
import { z } from 'zod';
import { endpoint } from '../definitions';
import { maxObjectBytes } from '../limits';
import { email, empty, id, json, listOf, listOrPageOf, success, url, userIdOrMe, verificationCode } from './models/fields';
import { clientMemberProfile, invitation, invitationDetails, membership, serverMemberProfile } from './models/team-models';
import { clientTeam, serverTeam } from './models/user-models';
import { reads } from './read-groups';

const image = url.max(1_000_000).nullable().optional();
const clientFields = { profile_image_url: image, client_metadata: json.optional() };
const serverFields = { ...clientFields, client_read_only_metadata: json.optional(), server_metadata: json.optional() };
const creator = { display_name: z.string(), creator_user_id: userIdOrMe.optional() };
const name = { display_name: z.string().optional() };

const oneTeam = z.strictObject({ id });
const oneMember = z.strictObject({ team_id: id, user_id: userIdOrMe });
const ofTeam = z.strictObject({ team_id: id });
const profileUpdate = z.strictObject({ ...name, profile_image_url: image });
export const profileQuery = z.strictObject({ team_id: id.optional(), user_id: userIdOrMe.optional() });
const sendBody = z.strictObject({ team_id: id, email, callback_url: url });
const sent = z.object({ success: z.literal(true), id });
const codeBody = z.strictObject({ code: verificationCode });

export const teams = {
  list: endpoint({
    method: 'GET',
    path: '/teams',
    mayBePaged: true,
    actors: {
      account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: listOrPageOf(clientTeam) },
      project: { access: 'server', query: z.strictObject({ user_id: userIdOrMe.optional() }), response: listOrPageOf(serverTeam) },
    },
  }),
  create: endpoint({
    method: 'POST',
    path: '/teams',
    maxResponseBytes: maxObjectBytes,
    invalidates: [...reads.teams, ...reads.permissions],
    journal: { subject: { kind: 'team', id: 'response.id' }, before: null, undo: { opposite: 'teams.delete' } },
    actors: {
      account: { access: 'client', body: z.strictObject({ ...creator, ...clientFields }), response: clientTeam },
      project: { access: 'server', body: z.strictObject({ ...creator, ...serverFields }), response: serverTeam },
    },
  }),
  read: endpoint({
    method: 'GET',
    path: '/teams/{id}',
    params: oneTeam,
    actors: { account: { access: 'client', response: clientTeam }, project: { access: 'server', response: serverTeam } },
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/teams/{id}',
    params: oneTeam,
    invalidates: [...reads.teams, ...reads.users, ...reads.invitations],
    journal: { subject: { kind: 'team', id: 'params.id' }, before: 'teams.read', undo: { restore: true } },
    actors: {
      account: { access: 'client', body: z.strictObject({ ...name, ...clientFields }), response: clientTeam },
      project: { access: 'server', body: z.strictObject({ ...name, ...serverFields }), response: serverTeam },
    },
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/teams/{id}',
    snapshot: 'team',
    params: oneTeam,
    invalidates: [...reads.teams, ...reads.users, ...reads.permissions, ...reads.members, ...reads.invitations],
    journal: { subject: { kind: 'team', id: 'params.id' }, before: 'teams.read', undo: { again: 'teams.create' } },
    actors: { account: { access: 'client', response: success }, project: { access: 'server', response: success } },
  }),

  addMember: endpoint({
    method: 'POST',
    path: '/team-memberships/{team_id}/{user_id}',
    params: oneMember,
    invalidates: [...reads.teams, ...reads.users, ...reads.permissions, ...reads.members],
    journal: {
      subject: { kind: 'member', user: 'params.user_id', team: 'params.team_id' },
      before: null,
      undo: { opposite: 'teams.removeMember' },
    },
    actors: { project: { access: 'server', body: empty, response: membership } },
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/team-memberships/{team_id}/{user_id}',
    params: oneMember,
    invalidates: [...reads.teams, ...reads.users, ...reads.permissions, ...reads.members],
    journal: {
      subject: { kind: 'member', user: 'params.user_id', team: 'params.team_id' },
      before: 'permissions.inTeams',
      undo: { again: 'teams.addMember' },
    },
    actors: { account: { access: 'client', response: success }, project: { access: 'server', response: success } },
  }),

  profiles: endpoint({
    method: 'GET',
    path: '/team-member-profiles',
    actors: {
      account: {
        access: 'client',
        query: z.strictObject({ team_id: id, user_id: userIdOrMe.optional() }),
        response: listOf(clientMemberProfile),
      },
      project: { access: 'server', query: profileQuery, response: listOf(serverMemberProfile) },
    },
  }),
  profile: endpoint({
    method: 'GET',
    path: '/team-member-profiles/{team_id}/{user_id}',
    params: oneMember,
    actors: { account: { access: 'client', response: clientMemberProfile }, project: { access: 'server', response: serverMemberProfile } },
  }),
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/team-member-profiles/{team_id}/{user_id}',
    params: oneMember,
    invalidates: reads.members,
    journal: {
      subject: { kind: 'member', user: 'params.user_id', team: 'params.team_id' },
      before: 'teams.profile',
      undo: { restore: true },
    },
    actors: {
      account: { access: 'client', body: profileUpdate, response: clientMemberProfile },
      project: { access: 'server', body: profileUpdate, response: serverMemberProfile },
    },
  }),

  /** Sends an invitation by email. Returns its ID, for listing and revoking; the code is only in the email. */
  invite: endpoint({
    method: 'POST',
    path: '/team-invitations/send-code',
    invalidates: [...reads.invitations, ...reads.sentEmails],
    journal: {
      subject: { kind: 'invitation', id: 'response.id', team: 'body.team_id' },
      before: null,
      undo: { opposite: 'teams.revokeInvitation' },
    },
    actors: {
      account: { access: 'client', body: sendBody, response: sent },
      project: { access: 'server', body: sendBody, response: sent },
    },
  }),
  /** Lists pending invitations only. */
  invitations: endpoint({
    method: 'GET',
    path: '/team-invitations',
    actors: {
      account: { access: 'client', query: ofTeam, response: listOf(invitation) },
      project: { access: 'server', query: ofTeam, response: listOf(invitation) },
    },
  }),
  revokeInvitation: endpoint({
    method: 'DELETE',
    path: '/team-invitations/{id}',
    params: oneTeam,
    invalidates: reads.invitations,
    journal: {
      subject: { kind: 'invitation', id: 'params.id', team: 'query.team_id' },
      before: 'teams.invitations',
      undo: { none: 'invitation' },
    },
    actors: {
      account: { access: 'client', query: ofTeam, response: success },
      project: { access: 'server', query: ofTeam, response: success },
    },
  }),
  checkInvitation: endpoint({
    method: 'POST',
    path: '/team-invitations/accept/check-code',
    effect: 'read',
    actors: { none: { access: 'client', body: codeBody, response: z.object({ is_code_valid: z.literal(true) }) } },
  }),
  invitationDetails: endpoint({
    method: 'POST',
    path: '/team-invitations/accept/details',
    effect: 'read',
    actors: { account: { access: 'client', body: codeBody, response: invitationDetails } },
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/team-invitations/accept',
    invalidates: [...reads.teams, ...reads.users, ...reads.permissions, ...reads.members, ...reads.invitations],
    journal: { subject: { kind: 'invitation', user: 'account' }, before: null, undo: { none: 'invitation' } },
    actors: { account: { access: 'client', body: codeBody, response: z.object({}) } },
  }),

  /** Lists the invitations to the user’s verified email addresses (wire/newer 2.4; wire/corrections 2.8.86). */
  invitationsForMe: endpoint({
    method: 'GET',
    path: '/team-invitations',
    feature: 'invitations-for-me',
    actors: { account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: listOf(invitation) } },
  }),
  /** Accepts an invitation addressed to the user without its code (wire/newer 2.4). */
  acceptInvitationForMe: endpoint({
    method: 'POST',
    path: '/team-invitations/{id}/accept',
    params: oneTeam,
    feature: 'invitations-for-me',
    invalidates: [...reads.teams, ...reads.users, ...reads.permissions, ...reads.members, ...reads.invitations],
    journal: {
      subject: { kind: 'invitation', id: 'params.id', user: 'query.user_id' },
      before: 'teams.invitationsForMe',
      undo: { none: 'invitation' },
    },
    actors: { account: { access: 'client', query: z.strictObject({ user_id: userIdOrMe }), response: z.object({}) } },
  }),
};
