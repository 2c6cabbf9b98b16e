/** Table of users. */
export const userTables = `
CREATE TABLE IF NOT EXISTS users (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  display_name TEXT, display_name_folded TEXT, profile_image_url TEXT,
  client_metadata TEXT, client_read_only_metadata TEXT, server_metadata TEXT,
  signed_up_at INTEGER NOT NULL, last_active_at INTEGER NOT NULL,
  password_hash TEXT, otp_enabled INTEGER NOT NULL DEFAULT 0, totp_secret TEXT, passkey TEXT,
  is_anonymous INTEGER NOT NULL DEFAULT 0, selected_team INTEGER REFERENCES teams(key) ON DELETE SET NULL, country TEXT
);
`;

export const userIndices = `
CREATE UNIQUE INDEX IF NOT EXISTS users_by_id ON users(id);
CREATE INDEX IF NOT EXISTS users_in_order ON users(project, signed_up_at, key, display_name_folded);
CREATE INDEX IF NOT EXISTS users_by_selected_team ON users(selected_team) WHERE selected_team IS NOT NULL;
`;
