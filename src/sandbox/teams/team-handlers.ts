/** Handlers of teams. */

import type { RowOf } from '#contract/service/index.ts';
import type { Handler, HandlersOf } from '../http/context';
import { knownError } from '../http/failures';
import { reply } from '../http/respond';
import { deleteMembership, findMembership } from '../stores/membership-store';
import {
  acceptInvitation,
  acceptInvitationForMe,
  checkInvitation,
  invitationDetails,
  invite,
  listTeamInvitations,
  revokeInvitation,
} from './invitations';
import { joinTeam } from './join-team';
import { listMemberProfiles, readMemberProfile, updateMemberProfile } from './member-profiles';
import { requireMembership, requireSignedIn, requireTeam, requireTeamPermission, requireUserById } from './team-access';
import { createTeam, deleteAnyTeam, listTeamsOf, readTeam, updateAnyTeam } from './teams';

/** Endpoints of memberships (wire/endpoints 5.2). */
const addMember: Handler<RowOf<'teams.addMember'>> = {
  async run(call) {
    const { store, project, params } = call;
    const user = requireUserById(call, params.user_id);
    const team = requireTeam(call, params.team_id);
    if (findMembership(store, project.key, team.id, user.id) !== undefined) throw knownError('TEAM_MEMBERSHIP_ALREADY_EXISTS');
    store.transaction(() => joinTeam(call, project, team.key, user.key, 'member'));
    return reply({ team_id: team.id, user_id: user.id }, 201);
  },
};

/** Removes a member. Clients can always remove themselves. */
const removeMember: Handler<RowOf<'teams.removeMember'>> = {
  async run(call) {
    const { store, caller, params } = call;
    const isOwn = caller.access === 'client' && params.user_id.toLowerCase() === requireSignedIn(caller).id;
    if (!isOwn) requireTeamPermission(call, params.team_id, '$remove_members');
    const user = requireUserById(call, params.user_id);
    const membership = requireMembership(call, params.team_id, user.id);
    store.transaction(() => deleteMembership(store, membership));
    return reply({ success: true as const });
  },
};

export const teamHandlers: HandlersOf<'teams'> = {
  'teams.list': listTeamsOf,
  'teams.create': createTeam,
  'teams.read': readTeam,
  'teams.update': updateAnyTeam,
  'teams.delete': deleteAnyTeam,
  'teams.addMember': addMember,
  'teams.removeMember': removeMember,
  'teams.profiles': listMemberProfiles,
  'teams.profile': readMemberProfile,
  'teams.updateProfile': updateMemberProfile,
  'teams.invite': invite,
  'teams.invitations': listTeamInvitations,
  'teams.revokeInvitation': revokeInvitation,
  'teams.checkInvitation': checkInvitation,
  'teams.invitationDetails': invitationDetails,
  'teams.acceptInvitation': acceptInvitation,
  'teams.acceptInvitationForMe': acceptInvitationForMe,
};
