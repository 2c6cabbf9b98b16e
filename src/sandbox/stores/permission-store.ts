/** Store of permission definitions and what they contain (wire/endpoints 6.3). */
import { builtInPermissions } from '#contract/service/models/permission-ids.ts';
import type { Store } from '../database/database';

export type Scope = 'team' | 'project';

export interface DefinitionRow {
  readonly key: number;
  readonly id: string;
  readonly description: string | null;
  /** Sorted IDs as a JSON array. */
  readonly contained: string;
}

const columns = `p.key, p.id, p.description, (SELECT json_group_array(id) FROM (
  SELECT c.id FROM permission_containments t JOIN permissions c ON c.key = t.child WHERE t.parent = p.key ORDER BY c.id)) AS contained`;

/** Returns all definitions of a scope, sorted by ID. Built-in ones are part of the team scope. */
export function listDefinitions(store: Store, project: number, scope: Scope): DefinitionRow[] {
  const sql = `SELECT ${columns} FROM permissions p WHERE (p.project = ? OR p.project IS NULL) AND p.scope = ? ORDER BY p.id`;
  return store.all<DefinitionRow>(sql, [project, scope]);
}

/** Returns a project's own definitions of both scopes, sorted by ID. */
export function listOwnDefinitions(store: Store, project: number): readonly (DefinitionRow & { readonly scope: Scope })[] {
  return store.all(`SELECT ${columns}, p.scope FROM permissions p WHERE p.project = ? ORDER BY p.id`, [project]);
}

/** Returns a project's own definition, optionally only of one scope. Built-in ones aren't included. */
export function findOwnDefinition(store: Store, project: number, id: string, scope?: Scope): DefinitionRow | undefined {
  const sql = `SELECT ${columns} FROM permissions p WHERE p.project = ? AND p.id = ? ${scope === undefined ? '' : 'AND p.scope = ?'}`;
  return store.one<DefinitionRow>(sql, scope === undefined ? [project, id] : [project, id, scope]);
}

/** Returns the key of a permission that can be granted or contained in the scope: the project's own, or for teams a built-in one. */
export function findPermission(store: Store, project: number, id: string, scope: Scope): number | undefined {
  const sql = 'SELECT key FROM permissions WHERE (project = ? OR project IS NULL) AND id = ? AND scope = ?';
  return store.one<{ key: number }>(sql, [project, id, scope])?.key;
}

/** Stores a new definition and returns its key. Throws a uniqueness error if the ID is used in either scope. */
export function insertDefinition(
  store: Store,
  definition: { readonly project: number; readonly scope: Scope; readonly id: string; readonly description: string | null },
): number {
  const { project, scope, id, description } = definition;
  store.run('INSERT INTO permissions (project, scope, id, description) VALUES (?, ?, ?, ?)', [project, scope, id, description]);
  return findPermission(store, project, id, scope) ?? 0;
}

/** Changes ID and description; grants and contained permissions are kept. Throws a uniqueness error like {@link insertDefinition}. */
export function updateDefinition(store: Store, key: number, change: { readonly id: string; readonly description: string | null }): void {
  store.run('UPDATE permissions SET id = ?, description = ? WHERE key = ?', [change.id, change.description, key]);
}

/** Replaces the permissions that a definition contains. */
export function replaceContained(store: Store, parent: number, children: readonly number[]): void {
  store.run('DELETE FROM permission_containments WHERE parent = ?', [parent]);
  store.run('INSERT OR IGNORE INTO permission_containments (parent, child) SELECT ?, value FROM json_each(?)', [
    parent,
    JSON.stringify(children),
  ]);
}

/** Deletes a definition with its grants. */
export function deleteDefinition(store: Store, key: number): void {
  store.run('DELETE FROM permissions WHERE key = ?', [key]);
}

/** IDs of the permissions that every project created through the API has, and what the first one is for. */
export interface DefaultPermissions {
  readonly creator: string;
  readonly member: string;
  readonly creatorDescription: string;
}

/** Stores the definitions that every project created through the API has (wire/endpoints 6.1). */
export function insertDefaultDefinitions(store: Store, project: number, { creator, member, creatorDescription }: DefaultPermissions): void {
  const everything = builtInPermissions.map(({ id }) => id);
  insertDefinitionWithContained(store, { project, scope: 'team', id: member, description: 'Default permission for team members' }, [
    '$read_members',
    '$invite_members',
  ]);
  insertDefinitionWithContained(store, { project, scope: 'team', id: creator, description: creatorDescription }, everything);
}

/** Stores a definition with the permissions it contains; IDs that don't exist in its scope are ignored. */
export function insertDefinitionWithContained(
  store: Store,
  definition: Parameters<typeof insertDefinition>[1],
  contained: readonly string[],
): void {
  const { project, scope } = definition;
  const children = contained.flatMap((id) => findPermission(store, project, id, scope) ?? []);
  replaceContained(store, insertDefinition(store, definition), children);
}

/** Tables of permissions: definitions, what they contain, and grants (wire/flows 17). */
const builtInRows = builtInPermissions.map(({ id, description }, index) => `(${index + 1}, 'team', '${id}', '${description}')`);

/**
 * Built-in permissions belong to every project, so they are stored once, without a project. Both scopes share one namespace of IDs.
 *
 * Invitations are verification codes; the two indices find them by team and by email.
 */
export const permissionsTables = `
CREATE TABLE IF NOT EXISTS permissions (
  key INTEGER PRIMARY KEY, project INTEGER REFERENCES projects(key) ON DELETE CASCADE,
  scope TEXT NOT NULL, id TEXT NOT NULL, description TEXT, UNIQUE (project, id)
);
CREATE TABLE IF NOT EXISTS permission_containments (
  parent INTEGER NOT NULL REFERENCES permissions(key) ON DELETE CASCADE,
  child INTEGER NOT NULL REFERENCES permissions(key) ON DELETE CASCADE,
  PRIMARY KEY (parent, child)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS team_grants (
  team INTEGER NOT NULL, user INTEGER NOT NULL, permission INTEGER NOT NULL REFERENCES permissions(key) ON DELETE CASCADE,
  PRIMARY KEY (team, user, permission), FOREIGN KEY (team, user) REFERENCES memberships(team, user) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS project_grants (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  permission INTEGER NOT NULL REFERENCES permissions(key) ON DELETE CASCADE,
  PRIMARY KEY (user, permission)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS containments_by_child ON permission_containments(child);
CREATE INDEX IF NOT EXISTS team_grants_by_user ON team_grants(user);
CREATE INDEX IF NOT EXISTS team_grants_by_permission ON team_grants(permission);
CREATE INDEX IF NOT EXISTS project_grants_by_permission ON project_grants(permission);
CREATE INDEX IF NOT EXISTS invitations_by_team ON verification_codes(json_extract(data, '$.team_id')) WHERE purpose = 'team-invitation';
CREATE INDEX IF NOT EXISTS invitations_by_email ON verification_codes(json_extract(data, '$.email')) WHERE purpose = 'team-invitation';
INSERT OR IGNORE INTO permissions (key, scope, id, description) VALUES ${builtInRows.join(', ')};
`;
