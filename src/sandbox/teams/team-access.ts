/** Which people and teams a call is about, and whether a client may do what it asks (wire/endpoints 5). */
import type { BuiltInPermission } from '../../contract/service/permission-ids';
import type { Store } from '../database/database';
import { holdsTeamPermission } from '../permissions/grant-store';
import type { Project } from '../projects/project-store';
import type { Caller } from '../server/context';
import { known, teamMembershipNotFound } from '../server/failures';
import { findUser, type UserRow } from '../users/user-store';
import { findMembership, type MembershipRow } from './membership-store';
import { findTeam, type TeamRow } from './team-store';

/** What every check needs; a handler's call has it. */
export interface Place {
  readonly store: Store;
  readonly project: Project;
  readonly caller: Caller;
}

/** The team of that id; fails with TEAM_NOT_FOUND. */
export function requireTeam({ store, project }: Pick<Place, 'store' | 'project'>, teamId: string): TeamRow {
  const team = findTeam(store, project.key, teamId);
  if (team === undefined) throw known('TEAM_NOT_FOUND', { team_id: teamId }, { teamId });
  return team;
}

/** The user of that id; fails with USER_NOT_FOUND. */
export function requireUserById({ store, project }: Pick<Place, 'store' | 'project'>, userId: string): UserRow {
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw known('USER_NOT_FOUND');
  return user;
}

/** The signed-in user of a call from a client; fails with USER_AUTHENTICATION_REQUIRED. */
export function requireSignedIn({ user }: Caller): UserRow {
  if (user === null) throw known('USER_AUTHENTICATION_REQUIRED');
  return user;
}

/** The membership of a user in a team; fails with TEAM_MEMBERSHIP_NOT_FOUND, also where the team does not exist. */
export function requireMembership({ store, project }: Pick<Place, 'store' | 'project'>, teamId: string, userId: string): MembershipRow {
  const membership = findMembership(store, project.key, teamId, userId);
  if (membership === undefined) throw teamMembershipNotFound(teamId, userId);
  return membership;
}

/**
 * Lets a client pass whose user holds all of these permissions in the team, directly or through others; server access
 * passes always. Fails with USER_AUTHENTICATION_REQUIRED, TEAM_MEMBERSHIP_NOT_FOUND or TEAM_PERMISSION_REQUIRED.
 */
export function requireTeamPermission(place: Place, teamId: string, ...permissions: readonly BuiltInPermission[]): void {
  if (place.caller.access !== 'client') return;
  const user = requireSignedIn(place.caller);
  const { team } = requireMembership(place, teamId, user.id);
  for (const permissionId of permissions) {
    if (holdsTeamPermission(place.store, team, user.key, permissionId)) continue;
    const details = { team_id: teamId, user_id: user.id, permission_id: permissionId };
    throw known('TEAM_PERMISSION_REQUIRED', details, { teamId, userId: user.id, permissionId });
  }
}
