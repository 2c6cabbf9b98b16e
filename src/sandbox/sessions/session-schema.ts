/** Table of sessions. */
export const sessionTables = `
CREATE TABLE IF NOT EXISTS sessions (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  refresh_token TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_used_at INTEGER,
  is_impersonation INTEGER NOT NULL DEFAULT 0, ip_info TEXT
);
`;

export const sessionIndices = `
CREATE UNIQUE INDEX IF NOT EXISTS sessions_by_id ON sessions(id);
CREATE INDEX IF NOT EXISTS sessions_by_user ON sessions(user, created_at);
CREATE UNIQUE INDEX IF NOT EXISTS sessions_by_token ON sessions(refresh_token);
`;
