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
