/** Handlers of teams. */
import type { HandlersOf } from '../server/handler-types';
import {
  acceptInvitation,
  acceptInvitationForMe,
  checkInvitation,
  invitationDetails,
  invite,
  listTeamInvitations,
  revokeInvitation,
} from './invitations';
import { listMemberProfiles, readMemberProfile, updateMemberProfile } from './member-profiles';
import { addMember, removeMember } from './memberships';
import { createTeam, deleteAnyTeam, listTeamsOf, readTeam, updateAnyTeam } from './teams';

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
