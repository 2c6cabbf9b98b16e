/** Tables of permissions: definitions, what they contain, and grants (wire/flows 17). */
import { builtInPermissions } from '../../contract/service/models/permission-ids';

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
