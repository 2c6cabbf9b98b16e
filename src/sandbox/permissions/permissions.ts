/** Endpoints of granted permissions (wire/endpoints 6.2, wire/flows 17). */
import type { z } from 'zod';
import type { RowOf } from '#contract/service/index.ts';
import { inProjectQuery, inTeamsQuery } from '#contract/service/permissions.ts';
import type { Caller, Handler, SandboxContext } from '../http/context';
import { knownError, permissionNotFound, plainFailure } from '../http/failures';
import { reply } from '../http/respond';
import {
  type GrantFilter,
  grantInProject,
  grantInTeam,
  listProjectGrants,
  listTeamGrants,
  revokeInProject,
  revokeInTeam,
} from '../stores/grant-store';
import { findPermission, type Scope } from '../stores/permission-store';
import { findTeam } from '../stores/team-store';
import { findUser } from '../stores/user-store';
import { type AccessContext, requireMembership, requireUserById } from '../teams/team-access';

export const listInTeams: Handler<RowOf<'permissions.inTeams'>> = {
  accepts: { client: { query: inTeamsQuery } },
  async run(call) {
    const { store, project, query } = call;
    requireOwnList(call.caller, query.user_id);
    const team = query.team_id === undefined ? undefined : findTeam(store, project.key, query.team_id)?.key;
    const filter = filterOf(call, query);
    const unknownUser = filter === null || (query.team_id !== undefined && team === undefined);
    return reply({ items: unknownUser ? [] : listTeamGrants(store, project.key, { ...filter, team }), is_paginated: false as const });
  },
};

export const listInProject: Handler<RowOf<'permissions.inProject'>> = {
  accepts: { client: { query: inProjectQuery } },
  async run(call) {
    const { store, project, query } = call;
    requireOwnList(call.caller, query.user_id);
    const filter = filterOf(call, query);
    return reply({ items: filter === null ? [] : listProjectGrants(store, project.key, filter), is_paginated: false as const });
  },
};

export const grantTeamPermission: Handler<RowOf<'permissions.grantInTeam'>> = {
  async run(call) {
    const { team_id, user_id, permission_id } = call.params;
    const user = requireUserById(call, user_id);
    const membership = requireMembership(call, team_id, user.id);
    const permission = requireGrantable(call, permission_id, 'team');
    grantInTeam(call.store, membership.team, user.key, permission);
    return reply({ id: permission_id, user_id: user.id, team_id: team_id.toLowerCase() }, 201);
  },
};

/** Revokes a permission that was granted directly. */
export const revokeTeamPermission: Handler<RowOf<'permissions.revokeInTeam'>> = {
  async run(call) {
    const { store, project, params } = call;
    const { team_id: teamId, user_id: userId, permission_id: permissionId } = params;
    const team = findTeam(store, project.key, teamId);
    const user = findUser(store, project.key, userId);
    const permission = findPermission(store, project.key, permissionId, 'team');
    const revoked = team && user && permission !== undefined && revokeInTeam(store, team.key, user.key, permission);
    if (!revoked) throw knownError('TEAM_PERMISSION_NOT_FOUND', { ...params }, { teamId, userId, permissionId });
    return reply({ success: true as const });
  },
};

export const grantProjectPermission: Handler<RowOf<'permissions.grantInProject'>> = {
  async run(call) {
    const { user_id, permission_id } = call.params;
    const user = requireUserById(call, user_id);
    grantInProject(call.store, user.key, requireGrantable(call, permission_id, 'project'));
    return reply({ id: permission_id, user_id: user.id }, 201);
  },
};

export const revokeProjectPermission: Handler<RowOf<'permissions.revokeInProject'>> = {
  async run(call) {
    const { user_id, permission_id } = call.params;
    const user = requireUserById(call, user_id);
    const permission = requirePermission(call, permission_id, 'project');
    if (!revokeInProject(call.store, user.key, permission)) throw permissionNotFound(permission_id);
    return reply({ success: true as const });
  },
};

type Query = Partial<z.output<typeof inTeamsQuery>>;

function requireOwnList({ access, user }: Caller, userId: string | undefined): void {
  if (access !== 'client') return;
  if (userId === undefined || userId.toLowerCase() !== user?.id) {
    throw plainFailure(
      403,
      'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user',
    );
  }
}

/** Returns the filter, or null if the user doesn't exist, for whom the list is empty. */
function filterOf({ store, project }: Pick<AccessContext, 'store' | 'project'>, query: Query): GrantFilter | null {
  const user = query.user_id === undefined ? undefined : findUser(store, project.key, query.user_id)?.key;
  if (query.user_id !== undefined && user === undefined) return null;
  return { user, permissionId: query.permission_id, recursive: query.recursive === 'true' };
}

type PermissionContext = Pick<AccessContext & SandboxContext, 'store' | 'project' | 'release'>;

/** Throws PERMISSION_NOT_FOUND, or from 2.8.11 on WRONG_PERMISSION_SCOPE for one of the other scope (wire/endpoints 6.2). */
function requireGrantable(context: PermissionContext, id: string, scope: Scope): number {
  const { store, project, release } = context;
  const actual = scope === 'team' ? 'project' : 'team';
  const isOfOther =
    findPermission(store, project.key, id, scope) === undefined && findPermission(store, project.key, id, actual) !== undefined;
  if (!isOfOther || !release.has('scoped-permissions')) return requirePermission(context, id, scope);
  const details = { permission_id: id, expected_scope: scope, actual_scope: actual };
  throw knownError('WRONG_PERMISSION_SCOPE', details, { permissionId: id, actualScope: actual, expectedScope: scope });
}

function requirePermission({ store, project }: PermissionContext, id: string, scope: Scope): number {
  const permission = findPermission(store, project.key, id, scope);
  if (permission === undefined) throw permissionNotFound(id);
  return permission;
}
