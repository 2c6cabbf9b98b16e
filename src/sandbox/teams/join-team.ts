/** Joining teams, and setup of new users (wire/flows 17, wire/limits 7). */

import type { SandboxContext } from '../http/context';
import { uuid } from '../random';
import { grantInProject, grantInTeam, permissionKeys } from '../stores/grant-store';
import { insertMembership } from '../stores/membership-store';
import type { Project } from '../stores/project-store';
import { insertTeam } from '../stores/team-store';
import { updateUser } from '../stores/user-store';

/**
 * Adds a user to a team with the project's default permissions for creators or members.
 *
 * Throws a uniqueness error if the user already is a member. Runs inside the caller's transaction.
 */
export function joinTeam({ store, clock }: SandboxContext, project: Project, team: number, user: number, as: 'creator' | 'member'): void {
  const { team_creator_default_permissions, team_member_default_permissions } = project.config;
  const defaults = as === 'creator' ? team_creator_default_permissions : team_member_default_permissions;
  insertMembership(store, team, user, clock.now());
  for (const permission of permissionKeys(store, project.key, 'team', defaults)) grantInTeam(store, team, user, permission);
}

/**
 * Sets up a new user: grants `user_default_permissions` and, if the project wants it, creates and selects a personal team named
 * after the display name or email.
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
