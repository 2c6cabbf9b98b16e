/** Tables of API keys: user and team keys, and project key sets. */
export const apiKeyTables = `
CREATE TABLE IF NOT EXISTS api_key_sets (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  description TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER,
  publishable_client_key TEXT UNIQUE, secret_server_key TEXT UNIQUE, super_secret_admin_key TEXT UNIQUE
);
CREATE TABLE IF NOT EXISTS api_keys (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  user INTEGER REFERENCES users(key) ON DELETE CASCADE, team INTEGER REFERENCES teams(key) ON DELETE CASCADE,
  description TEXT NOT NULL, is_public INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER, revoked_at INTEGER,
  value TEXT NOT NULL UNIQUE, CHECK ((user IS NULL) <> (team IS NULL))
);
CREATE INDEX IF NOT EXISTS api_keys_by_user ON api_keys(user, created_at) WHERE user IS NOT NULL;
CREATE INDEX IF NOT EXISTS api_keys_by_team ON api_keys(team, created_at) WHERE team IS NOT NULL;
CREATE INDEX IF NOT EXISTS api_keys_by_project ON api_keys(project);
CREATE INDEX IF NOT EXISTS key_sets_by_project ON api_key_sets(project, created_at);
`;
