/** Which people and teams a call is about, and whether a client may do what it asks (wire/endpoints 5). */
import type { BuiltInPermission } from '../../contract/service/permission-ids';
import type { Store } from '../database/database';
import { hasTeamPermission } from '../permissions/grant-store';
import type { Project } from '../projects/project-store';
import type { Caller } from '../server/context';
import { knownError, teamMembershipNotFound } from '../server/failures';
import { findUser, type UserRow } from '../users/user-store';
import { findMembership, type MembershipRow } from './membership-store';
import { findTeam, type TeamRow } from './team-store';

/** What every check needs; a handler's call has it. */
export interface AccessContext {
  readonly store: Store;
  readonly project: Project;
  readonly caller: Caller;
}

/** The team of that id; fails with TEAM_NOT_FOUND. */
export function requireTeam({ store, project }: Pick<AccessContext, 'store' | 'project'>, teamId: string): TeamRow {
  const team = findTeam(store, project.key, teamId);
  if (team === undefined) throw knownError('TEAM_NOT_FOUND', { team_id: teamId }, { teamId });
  return team;
}

/** The user of that id; fails with USER_NOT_FOUND. */
export function requireUserById({ store, project }: Pick<AccessContext, 'store' | 'project'>, userId: string): UserRow {
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw knownError('USER_NOT_FOUND');
  return user;
}

/** The signed-in user of a call from a client; fails with USER_AUTHENTICATION_REQUIRED. */
export function requireSignedIn({ user }: Caller): UserRow {
  if (user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
  return user;
}

/** The membership of a user in a team; fails with TEAM_MEMBERSHIP_NOT_FOUND, also where the team does not exist. */
export function requireMembership(
  { store, project }: Pick<AccessContext, 'store' | 'project'>,
  teamId: string,
  userId: string,
): MembershipRow {
  const membership = findMembership(store, project.key, teamId, userId);
  if (membership === undefined) throw teamMembershipNotFound(teamId, userId);
  return membership;
}

/**
 * Lets a client pass whose user holds all of these permissions in the team, directly or through others; server access
 * passes always. Fails with USER_AUTHENTICATION_REQUIRED, TEAM_MEMBERSHIP_NOT_FOUND or TEAM_PERMISSION_REQUIRED.
 */
export function requireTeamPermission(access: AccessContext, teamId: string, ...permissions: readonly BuiltInPermission[]): void {
  if (access.caller.access !== 'client') return;
  const user = requireSignedIn(access.caller);
  const { team } = requireMembership(access, teamId, user.id);
  for (const permissionId of permissions) {
    if (hasTeamPermission(access.store, team, user.key, permissionId)) continue;
    const details = { team_id: teamId, user_id: user.id, permission_id: permissionId };
    throw knownError('TEAM_PERMISSION_REQUIRED', details, { teamId, userId: user.id, permissionId });
  }
}
