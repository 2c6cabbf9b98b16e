/** Table of CLI logins. */
export const cliTables = `
CREATE TABLE IF NOT EXISTS cli_logins (
  polling_code TEXT PRIMARY KEY, login_code TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL, refresh_token TEXT, used_at INTEGER
) WITHOUT ROWID;
`;
