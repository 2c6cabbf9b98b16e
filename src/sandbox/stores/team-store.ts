/** Store of teams. */
import type { Store, Value } from '../database/database';

export interface TeamRow {
  readonly key: number;
  readonly id: string;
  readonly display_name: string;
  readonly profile_image_url: string | null;
  readonly client_metadata: string | null;
  readonly client_read_only_metadata: string | null;
  readonly server_metadata: string | null;
  readonly created_at: number;
}

/** Returns a project's teams, oldest first, optionally only those of a user. */
export function listTeams(store: Store, project: number, userId?: string): TeamRow[] {
  if (userId === undefined) return store.all<TeamRow>('SELECT * FROM teams WHERE project = ? ORDER BY created_at, key', [project]);
  return store.all<TeamRow>(
    `SELECT t.* FROM teams t JOIN memberships m ON m.team = t.key JOIN users u ON u.key = m.user
     WHERE t.project = ? AND u.id = ? ORDER BY t.created_at, t.key`,
    [project, userId.toLowerCase()],
  );
}

/** Returns the team with this ID if the user is a member. */
export function findTeamOfUser(store: Store, user: number, teamId: string): { readonly key: number } | undefined {
  return store.one('SELECT t.key FROM teams t JOIN memberships m ON m.team = t.key WHERE m.user = ? AND t.id = ?', [
    user,
    teamId.toLowerCase(),
  ]);
}

/** Returns the project's team with this ID. */
export function findTeam(store: Store, project: number, id: string): TeamRow | undefined {
  return store.one<TeamRow>('SELECT * FROM teams WHERE id = ? AND project = ?', [id.toLowerCase(), project]);
}

/** Stores a new team and returns its key. */
export function insertTeam(
  store: Store,
  team: { readonly id: string; readonly project: number; readonly displayName: string; readonly createdAt: number },
): number {
  store.run('INSERT INTO teams (id, project, display_name, created_at) VALUES (?, ?, ?, ?)', [
    team.id,
    team.project,
    team.displayName,
    team.createdAt,
  ]);
  return store.one<{ key: number }>('SELECT key FROM teams WHERE id = ?', [team.id])?.key ?? 0;
}

/** Columns to change; missing ones are kept. */
export interface TeamChange {
  readonly display_name?: string;
  readonly profile_image_url?: string | null;
  readonly client_metadata?: string;
  readonly client_read_only_metadata?: string;
  readonly server_metadata?: string;
}

/** Updates columns of a team. */
export function updateTeam(store: Store, key: number, change: TeamChange): void {
  const named: [string, Value][] = Object.entries(change);
  if (named.length === 0) return;
  const assignments = named.map(([column]) => `${column} = ?`).join(', ');
  store.run(`UPDATE teams SET ${assignments} WHERE key = ?`, [...named.map(([, value]) => value), key]);
}

/** Deletes a team with its memberships and permissions. */
export function deleteTeam(store: Store, key: number): void {
  store.run('DELETE FROM teams WHERE key = ?', [key]);
}

/** Tables of teams and memberships. */
export const teamTables = `
CREATE TABLE IF NOT EXISTS teams (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  display_name TEXT NOT NULL, profile_image_url TEXT, client_metadata TEXT, client_read_only_metadata TEXT, server_metadata TEXT,
  created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS memberships (
  team INTEGER NOT NULL REFERENCES teams(key) ON DELETE CASCADE, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  display_name TEXT, profile_image_url TEXT, joined_at INTEGER NOT NULL,
  PRIMARY KEY (team, user)
) WITHOUT ROWID;
`;

export const teamIndices = `
CREATE INDEX IF NOT EXISTS memberships_by_user ON memberships(user);
CREATE INDEX IF NOT EXISTS teams_by_project ON teams(project, created_at);
`;
