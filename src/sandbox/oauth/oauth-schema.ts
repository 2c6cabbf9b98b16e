/** Tables of OAuth: pending authorizations, codes, provider tokens, and the mock providers' grants. */
export const oauthTables = `
CREATE TABLE IF NOT EXISTS oauth_accounts (
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, provider TEXT NOT NULL, account_id TEXT NOT NULL, email TEXT,
  id TEXT NOT NULL, allow_sign_in INTEGER NOT NULL DEFAULT 1, allow_connected_accounts INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY (user, provider, account_id)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS oauth_rounds (
  state TEXT PRIMARY KEY, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, request TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS oauth_codes (
  code TEXT PRIMARY KEY, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE, is_new_user INTEGER NOT NULL, redirect_uri TEXT NOT NULL,
  code_challenge TEXT NOT NULL, code_challenge_method TEXT NOT NULL, after_callback_redirect_url TEXT, expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS oauth_tokens (
  user INTEGER NOT NULL, provider TEXT NOT NULL, account_id TEXT NOT NULL, scope TEXT NOT NULL,
  access_token TEXT NOT NULL, expires_at INTEGER NOT NULL, refresh_token TEXT, PRIMARY KEY (user, provider, account_id, scope),
  FOREIGN KEY (user, provider, account_id) REFERENCES oauth_accounts(user, provider, account_id) ON DELETE CASCADE ON UPDATE CASCADE
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS idp_grants (
  secret TEXT PRIMARY KEY, kind TEXT NOT NULL, provider TEXT NOT NULL, client_id TEXT NOT NULL, account TEXT NOT NULL,
  scope TEXT NOT NULL, redirect_uri TEXT NOT NULL, expires_at INTEGER
) WITHOUT ROWID;
`;

/** Index for finding the user of a provider account. */
export const oauthIndices = `
CREATE INDEX IF NOT EXISTS oauth_accounts_by_account ON oauth_accounts(provider, account_id);
CREATE INDEX IF NOT EXISTS oauth_codes_by_user ON oauth_codes(user);
`;
