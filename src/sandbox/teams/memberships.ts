/** Endpoints of memberships (wire/endpoints 5.2). */
import type { RowOf } from '../../contract/service';
import type { Handler } from '../server/context';
import { knownError } from '../server/failures';
import { reply } from '../server/respond';
import { joinTeam } from './join-team';
import { deleteMembership, findMembership } from './membership-store';
import { requireMembership, requireSignedIn, requireTeam, requireTeamPermission, requireUserById } from './team-access';

export const addMember: Handler<RowOf<'teams.addMember'>> = {
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
export const removeMember: Handler<RowOf<'teams.removeMember'>> = {
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
