/** Store of granted permissions, in teams and in the project (wire/endpoints 6.2). */
import type { Store } from '../database/database';
import type { Scope } from './permission-store';

/** SQL for the granted permissions in `held` and those they contain; `UNION` ends cycles of definitions. */
const implied = (identity: string) =>
  `UNION SELECT ${identity}, c.child FROM held h JOIN permission_containments c ON c.parent = h.permission`;

/** Whether a member has the permission, directly or through a permission that contains it. */
export function hasTeamPermission(store: Store, team: number, user: number, permissionId: string): boolean {
  const sql = `WITH RECURSIVE held(team, permission) AS (
      SELECT team, permission FROM team_grants WHERE team = ? AND user = ? ${implied('h.team')})
    SELECT 1 FROM held h JOIN permissions p ON p.key = h.permission WHERE p.id = ? LIMIT 1`;
  return store.one(sql, [team, user, permissionId]) !== undefined;
}

/** Grants a member a permission. Has no effect if it is already granted. */
export function grantInTeam(store: Store, team: number, user: number, permission: number): void {
  store.run('INSERT OR IGNORE INTO team_grants (team, user, permission) VALUES (?, ?, ?)', [team, user, permission]);
}

/** Revokes a member's direct permission. Returns false if it wasn't granted directly. */
export function revokeInTeam(store: Store, team: number, user: number, permission: number): boolean {
  return store.run('DELETE FROM team_grants WHERE team = ? AND user = ? AND permission = ?', [team, user, permission]) > 0;
}

/** Grants a user a permission of the project. Has no effect if it is already granted. */
export function grantInProject(store: Store, user: number, permission: number): void {
  store.run('INSERT OR IGNORE INTO project_grants (user, permission) VALUES (?, ?)', [user, permission]);
}

/** Revokes a user's direct permission. Returns false if it wasn't granted directly. */
export function revokeInProject(store: Store, user: number, permission: number): boolean {
  return store.run('DELETE FROM project_grants WHERE user = ? AND permission = ?', [user, permission]) > 0;
}

/** Filter by keys, so that the caller detects unknown users and teams. */
export interface GrantFilter {
  readonly user?: number | undefined;
  readonly team?: number | undefined;
  readonly permissionId?: string | undefined;
  /** Whether to include contained permissions. */
  readonly recursive: boolean;
}

interface TeamGrantRow {
  readonly id: string;
  readonly user_id: string;
  readonly team_id: string;
}

/** Returns permissions in the project's teams, sorted by team, user and ID. */
export function listTeamGrants(store: Store, project: number, filter: GrantFilter): TeamGrantRow[] {
  const sql = `WITH RECURSIVE held(team, user, permission) AS (
      SELECT g.team, g.user, g.permission FROM team_grants g JOIN teams t ON t.key = g.team WHERE t.project = :project
        ${filter.user === undefined ? '' : 'AND g.user = :user'} ${filter.team === undefined ? '' : 'AND g.team = :team'}
      ${filter.recursive ? implied('h.team, h.user') : ''})
    SELECT p.id, u.id AS user_id, t.id AS team_id FROM held h
      JOIN permissions p ON p.key = h.permission JOIN users u ON u.key = h.user JOIN teams t ON t.key = h.team
    ${filter.permissionId === undefined ? '' : 'WHERE p.id = :permission'} ORDER BY t.id, u.id, p.id`;
  return store.all<TeamGrantRow>(sql, valuesOf(project, filter));
}

type ProjectGrantRow = Omit<TeamGrantRow, 'team_id'>;

/** Returns permissions in the project itself, sorted by user and ID. */
export function listProjectGrants(store: Store, project: number, filter: Omit<GrantFilter, 'team'>): ProjectGrantRow[] {
  const sql = `WITH RECURSIVE held(user, permission) AS (
      SELECT g.user, g.permission FROM project_grants g JOIN permissions p ON p.key = g.permission WHERE p.project = :project
        ${filter.user === undefined ? '' : 'AND g.user = :user'}
      ${filter.recursive ? implied('h.user') : ''})
    SELECT p.id, u.id AS user_id FROM held h JOIN permissions p ON p.key = h.permission JOIN users u ON u.key = h.user
    ${filter.permissionId === undefined ? '' : 'WHERE p.id = :permission'} ORDER BY u.id, p.id`;
  return store.all<ProjectGrantRow>(sql, valuesOf(project, filter));
}

function valuesOf(project: number, { user, team, permissionId }: GrantFilter): Record<string, string | number> {
  return {
    project,
    ...(user === undefined ? {} : { user }),
    ...(team === undefined ? {} : { team }),
    ...(permissionId === undefined ? {} : { permission: permissionId }),
  };
}

/** Returns the keys of the permissions with these IDs and scope. A project's defaults may contain unknown IDs. */
export function permissionKeys(store: Store, project: number, scope: Scope, ids: readonly { readonly id: string }[]): number[] {
  const sql = `SELECT key FROM permissions WHERE (project = ? OR project IS NULL) AND scope = ?
    AND id IN (SELECT value FROM json_each(?))`;
  const wanted = JSON.stringify(ids.map(({ id }) => id));
  return store.all<{ key: number }>(sql, [project, scope, wanted]).map(({ key }) => key);
}
