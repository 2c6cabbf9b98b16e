/** Looking up users and teams, and permissions of clients (wire/endpoints 5). */
import type { BuiltInPermission } from '#contract/service/models/permission-ids.ts';
import type { Store } from '../database/database';
import type { Caller } from '../http/context';
import { knownError, teamMembershipNotFound } from '../http/failures';
import { hasTeamPermission } from '../stores/grant-store';
import { findMembership, type MembershipRow } from '../stores/membership-store';
import type { Project } from '../stores/project-store';
import { findTeam, type TeamRow } from '../stores/team-store';
import { findUser, type UserRow } from '../stores/user-store';

/** The part of a request that the checks need. */
export interface AccessContext {
  readonly store: Store;
  readonly project: Project;
  readonly caller: Caller;
}

/** Returns the team with this ID. Throws TEAM_NOT_FOUND. */
export function requireTeam({ store, project }: Pick<AccessContext, 'store' | 'project'>, teamId: string): TeamRow {
  const team = findTeam(store, project.key, teamId);
  if (team === undefined) throw knownError('TEAM_NOT_FOUND', { team_id: teamId }, { teamId });
  return team;
}

/** Returns the user with this ID. Throws USER_NOT_FOUND. */
export function requireUserById({ store, project }: Pick<AccessContext, 'store' | 'project'>, userId: string): UserRow {
  const user = findUser(store, project.key, userId);
  if (user === undefined) throw knownError('USER_NOT_FOUND');
  return user;
}

/** Returns the signed-in user of a client. Throws USER_AUTHENTICATION_REQUIRED. */
export function requireSignedIn({ user }: Caller): UserRow {
  if (user === null) throw knownError('USER_AUTHENTICATION_REQUIRED');
  return user;
}

/** Returns a user's membership in a team. Throws TEAM_MEMBERSHIP_NOT_FOUND, also if the team doesn't exist. */
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
 * Requires that a client's user has all these permissions in the team, directly or through others. Server access always passes.
 *
 * Throws USER_AUTHENTICATION_REQUIRED, TEAM_MEMBERSHIP_NOT_FOUND or TEAM_PERMISSION_REQUIRED.
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
