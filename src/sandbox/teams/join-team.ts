/** What happens to people when they arrive: in a team, and in the project (wire/flows 17, wire/limits 7). */

import { grantInProject, grantInTeam, permissionKeys } from '../permissions/grant-store';
import type { Project } from '../projects/project-store';
import { uuid } from '../random';
import type { SandboxContext } from '../server/context';
import { updateUser } from '../users/user-store';
import { insertMembership } from './membership-store';
import { insertTeam } from './team-store';

/**
 * Makes a user a member with the project's default permissions of creators or of members. Fails with a duplicate when
 * the user is one already. Runs inside the caller's transaction.
 */
export function joinTeam({ store, clock }: SandboxContext, project: Project, team: number, user: number, as: 'creator' | 'member'): void {
  const { team_creator_default_permissions, team_member_default_permissions } = project.config;
  const defaults = as === 'creator' ? team_creator_default_permissions : team_member_default_permissions;
  insertMembership(store, team, user, clock.now());
  for (const permission of permissionKeys(store, project.key, 'team', defaults)) grantInTeam(store, team, user, permission);
}

/**
 * To be called for every new user, in the transaction that stores them: grants `user_default_permissions` and, where the
 * project wants it, makes and selects a personal team named after the display name, else the address.
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
