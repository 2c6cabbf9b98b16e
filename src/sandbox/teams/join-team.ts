/** Joining teams, and setup of new users (wire/flows 17, wire/limits 7). */

import type { SandboxContext } from '../http/context';
import { permissionNotFound, serviceFault } from '../http/failures';
import { uuid } from '../random';
import { grantInProject, grantInTeam, permissionKeys } from '../stores/grant-store';
import { insertMembership } from '../stores/membership-store';
import { findPermission, type Scope } from '../stores/permission-store';
import type { Project } from '../stores/project-store';
import { insertTeam } from '../stores/team-store';
import { updateUser } from '../stores/user-store';

/**
 * Adds a user to a team with the project's default permissions for creators or members.
 *
 * Throws a uniqueness error if the user already is a member, and for a while PERMISSION_NOT_FOUND for a default that isn't defined
 * (wire/endpoints 7). Runs inside the caller's transaction.
 */
export function joinTeam(context: SandboxContext, project: Project, team: number, user: number, as: 'creator' | 'member'): void {
  const { store, clock } = context;
  const { team_creator_default_permissions, team_member_default_permissions } = project.config;
  const defaults = as === 'creator' ? team_creator_default_permissions : team_member_default_permissions;
  const unknown = undefinedDefault(context, project, 'team', defaults);
  if (unknown !== undefined) throw permissionNotFound(unknown);
  insertMembership(store, team, user, clock.now());
  for (const permission of permissionKeys(store, project.key, 'team', defaults)) grantInTeam(store, team, user, permission);
}

/** Returns the first default that isn't defined, in releases that fail to grant it. Earlier ones refuse it, and later ones leave it out. */
function undefinedDefault(
  { store, release }: SandboxContext,
  project: Project,
  scope: Scope,
  defaults: readonly { readonly id: string }[],
): string | undefined {
  if (!release.has('failing-defaults')) return undefined;
  return defaults.find(({ id }) => findPermission(store, project.key, id, scope) === undefined)?.id;
}

/**
 * Sets up a new user: grants `user_default_permissions` and, if the project wants it, creates and selects a personal team named
 * after the display name or email. A default that isn't defined is an unexpected error for a while (wire/endpoints 7).
 *
 * Has to run in the transaction that stores the user.
 */
export function setUpNewUser(
  context: SandboxContext,
  project: Project,
  user: { readonly key: number; readonly displayName: string | null; readonly email: string | null },
): void {
  const { store, clock, random } = context;
  const { config } = project;
  const unknown = undefinedDefault(context, project, 'project', config.user_default_permissions);
  if (unknown !== undefined) throw serviceFault(`The default permission ${unknown} isn’t defined.`);
  for (const permission of permissionKeys(store, project.key, 'project', config.user_default_permissions)) {
    grantInProject(store, user.key, permission);
  }
  if (!config.create_team_on_sign_up) return;
  const owner = user.displayName ?? user.email;
  const displayName = owner === null ? 'Personal Team' : `${owner}'s Team`;
  const team = insertTeam(store, { id: uuid(random), project: project.key, displayName, createdAt: clock.now() });
  joinTeam(context, project, team, user.key, 'creator');
  updateUser(store, user.key, { selected_team: team });
}
