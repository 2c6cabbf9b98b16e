/** Table of contact channels. */
export const contactChannelTables = `
CREATE TABLE IF NOT EXISTS contact_channels (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  type TEXT NOT NULL DEFAULT 'email', value TEXT NOT NULL, value_folded TEXT NOT NULL,
  is_primary INTEGER NOT NULL, is_verified INTEGER NOT NULL, used_for_auth INTEGER NOT NULL, created_at INTEGER NOT NULL
);
`;

export const contactChannelIndices = `
CREATE UNIQUE INDEX IF NOT EXISTS channels_by_id ON contact_channels(id);
CREATE INDEX IF NOT EXISTS channels_by_user ON contact_channels(user, value_folded);
CREATE UNIQUE INDEX IF NOT EXISTS channels_for_auth ON contact_channels(project, type, value) WHERE used_for_auth = 1;
CREATE INDEX IF NOT EXISTS channels_by_project ON contact_channels(project, created_at, key);
`;
