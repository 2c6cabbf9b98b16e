/** Database schema. Large tables refer to each other by integer keys; IDs of the API are indexed columns. */
import { apiKeyTables } from '../api-keys/api-key-schema';
import { cliTables } from '../cli-login/cli-login-schema';
import { emailTables } from '../emails/email-schema';
import { metricsIndices, metricsTables } from '../metrics/metrics-schema';
import { oauthIndices, oauthTables } from '../oauth/oauth-schema';
import { passkeysIndices } from '../passkeys/passkey-schema';
import { permissionsTables } from '../permissions/permission-schema';

/**
 * Version of the schema. Increment it when the columns of a table change, and add a step to `upgrade.ts`. New tables don't require a
 * new version.
 */
export const schemaVersion = 3;

export const tables = `
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS projects (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, description TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL, is_production_mode INTEGER NOT NULL DEFAULT 0, config TEXT NOT NULL, signing_key TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS api_key_sets (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  description TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, revoked_at INTEGER,
  publishable_client_key TEXT UNIQUE, secret_server_key TEXT UNIQUE, super_secret_admin_key TEXT UNIQUE
);

CREATE TABLE IF NOT EXISTS teams (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  display_name TEXT NOT NULL, profile_image_url TEXT, client_metadata TEXT, client_read_only_metadata TEXT, server_metadata TEXT,
  created_at INTEGER NOT NULL
);

CREATE TABLE IF NOT EXISTS users (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  display_name TEXT, display_name_folded TEXT, profile_image_url TEXT,
  client_metadata TEXT, client_read_only_metadata TEXT, server_metadata TEXT,
  signed_up_at INTEGER NOT NULL, last_active_at INTEGER NOT NULL,
  password_hash TEXT, otp_enabled INTEGER NOT NULL DEFAULT 0, totp_secret TEXT, passkey TEXT,
  is_anonymous INTEGER NOT NULL DEFAULT 0, selected_team INTEGER REFERENCES teams(key) ON DELETE SET NULL, country TEXT
);
CREATE TABLE IF NOT EXISTS contact_channels (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  type TEXT NOT NULL DEFAULT 'email', value TEXT NOT NULL, value_folded TEXT NOT NULL,
  is_primary INTEGER NOT NULL, is_verified INTEGER NOT NULL, used_for_auth INTEGER NOT NULL, created_at INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS oauth_accounts (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, provider TEXT NOT NULL, account_id TEXT NOT NULL, email TEXT,
  id TEXT NOT NULL, allow_sign_in INTEGER NOT NULL DEFAULT 1, allow_connected_accounts INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user, provider, account_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sessions (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  refresh_token TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_used_at INTEGER,
  is_impersonation INTEGER NOT NULL DEFAULT 0, ip_info TEXT
);
CREATE TABLE IF NOT EXISTS memberships (
  team INTEGER NOT NULL REFERENCES teams(key) ON DELETE CASCADE, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  display_name TEXT, profile_image_url TEXT, joined_at INTEGER NOT NULL,
  PRIMARY KEY (team, user)
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS verification_codes (
  code TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  purpose TEXT NOT NULL, data TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  used_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS mails (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  sender TEXT NOT NULL, recipients TEXT NOT NULL, subject TEXT NOT NULL, text TEXT NOT NULL, html TEXT NOT NULL, sent_at INTEGER NOT NULL
);
${emailTables}${oauthTables}${cliTables}${metricsTables}${permissionsTables}${apiKeyTables}`;

/**
 * Indices, created after seeding because that is much faster. Those with folded text let a search walk the list without reading the
 * rows.
 */
export const indices = `
CREATE UNIQUE INDEX IF NOT EXISTS users_by_id ON users(id);
CREATE INDEX IF NOT EXISTS users_in_order ON users(project, signed_up_at, key, display_name_folded);
CREATE INDEX IF NOT EXISTS users_by_selected_team ON users(selected_team) WHERE selected_team IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS channels_by_id ON contact_channels(id);
CREATE INDEX IF NOT EXISTS channels_by_user ON contact_channels(user, value_folded);
CREATE UNIQUE INDEX IF NOT EXISTS channels_for_auth ON contact_channels(project, type, value) WHERE used_for_auth = 1;
CREATE INDEX IF NOT EXISTS channels_by_project ON contact_channels(project, created_at, key);
CREATE UNIQUE INDEX IF NOT EXISTS sessions_by_id ON sessions(id);
CREATE INDEX IF NOT EXISTS sessions_by_user ON sessions(user, created_at);
CREATE UNIQUE INDEX IF NOT EXISTS sessions_by_token ON sessions(refresh_token);
CREATE INDEX IF NOT EXISTS memberships_by_user ON memberships(user);
CREATE INDEX IF NOT EXISTS teams_by_project ON teams(project, created_at);
CREATE INDEX IF NOT EXISTS codes_by_nonce ON verification_codes(project, substr(code, 7));
CREATE INDEX IF NOT EXISTS mails_by_project ON mails(project, sent_at);
${passkeysIndices}${oauthIndices}${metricsIndices}`;

/** Trigram indices of folded names and channel values. They contain no text: LIKE verifies each match in the table. */
export const searchIndices = `
${searchTable('user_names', 'users', 'display_name_folded')}
${searchTable('channel_values', 'contact_channels', 'value_folded')}
`;

/** Fills the search tables from the tables they index. */
export const rebuildSearch = `
INSERT INTO user_names(user_names) VALUES ('rebuild');
INSERT INTO channel_values(channel_values) VALUES ('rebuild');
`;

function searchTable(name: string, table: string, column: string): string {
  const add = `INSERT INTO ${name}(rowid, ${column}) VALUES (new.key, new.${column});`;
  const remove = `INSERT INTO ${name}(${name}, rowid, ${column}) VALUES ('delete', old.key, old.${column});`;
  return `
CREATE VIRTUAL TABLE IF NOT EXISTS ${name} USING fts5(${column}, content='${table}', content_rowid='key', tokenize='trigram', detail=none);
CREATE TRIGGER IF NOT EXISTS ${name}_added AFTER INSERT ON ${table} BEGIN ${add} END;
CREATE TRIGGER IF NOT EXISTS ${name}_removed AFTER DELETE ON ${table} BEGIN ${remove} END;
CREATE TRIGGER IF NOT EXISTS ${name}_changed AFTER UPDATE OF ${column} ON ${table} BEGIN ${remove} ${add} END;`;
}

/** Returns text in the form that searches compare. The database itself only folds ASCII. */
export function foldCase(text: string): string {
  return text.toLowerCase();
}
