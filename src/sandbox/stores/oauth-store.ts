/** Store of users' provider accounts and provider tokens. */
import type { Store } from '../database/database';

export interface OAuthAccount {
  readonly id: string;
  /** Row key of the user. */
  readonly user: number;
  readonly user_id: string;
  readonly provider: string;
  readonly account_id: string;
  readonly email: string | null;
  readonly allow_sign_in: number;
  readonly allow_connected_accounts: number;
}

/** Key of an account. */
export type AccountKey = Pick<OAuthAccount, 'user' | 'provider' | 'account_id'>;

const select = 'SELECT o.*, u.id AS user_id FROM oauth_accounts o JOIN users u ON u.key = o.user';

type NewOAuthAccount = Pick<OAuthAccount, 'id' | 'user' | 'provider' | 'account_id' | 'email'> &
  Partial<Pick<OAuthAccount, 'allow_sign_in' | 'allow_connected_accounts'>>;

/** Stores a provider account. Throws a uniqueness error if the user already has it. */
export function insertOAuthAccount(store: Store, account: NewOAuthAccount): void {
  const { id, user, provider, account_id, email, allow_sign_in = 1, allow_connected_accounts = 1 } = account;
  store.run(
    `INSERT INTO oauth_accounts (id, user, provider, account_id, email, allow_sign_in, allow_connected_accounts)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [id, user, provider, account_id, email, allow_sign_in, allow_connected_accounts],
  );
}

/** Returns the account with which a user of the project signs in, if any. */
export function findSignInAccount(store: Store, project: number, provider: string, accountId: string): OAuthAccount | undefined {
  return store.one<OAuthAccount>(
    `${select} WHERE o.provider = ? AND o.account_id = ? AND u.project = ? AND o.allow_sign_in = 1 ORDER BY o.user`,
    [provider, accountId, project],
  );
}

/** Returns a user's accounts, sorted by provider, optionally only those of one provider. */
export function accountsOfUser(store: Store, user: number, provider: string | null = null): OAuthAccount[] {
  const sql = `${select} WHERE o.user = :user AND (:provider IS NULL OR o.provider = :provider) ORDER BY o.provider, o.account_id`;
  return store.all<OAuthAccount>(sql, { user, provider });
}

/** Returns the accounts of all users of a project, ordered by sign-up. */
export function accountsOfProject(store: Store, project: number): OAuthAccount[] {
  return store.all<OAuthAccount>(`${select} WHERE u.project = ? ORDER BY u.signed_up_at, u.key, o.provider, o.account_id`, [project]);
}

type OAuthAccountChange = Pick<OAuthAccount, 'account_id' | 'email' | 'allow_sign_in' | 'allow_connected_accounts'>;

/** Updates the mutable columns of an account. */
export function updateOAuthAccount(store: Store, { user, provider, account_id: current }: AccountKey, change: OAuthAccountChange): void {
  store.run(
    `UPDATE oauth_accounts SET account_id = :account_id, email = :email, allow_sign_in = :allow_sign_in,
       allow_connected_accounts = :allow_connected_accounts WHERE user = :user AND provider = :provider AND account_id = :current`,
    { ...change, user, provider, current },
  );
}

/** Deletes an account with its tokens. */
export function deleteOAuthAccount(store: Store, { user, provider, account_id }: AccountKey): void {
  store.run('DELETE FROM oauth_accounts WHERE user = ? AND provider = ? AND account_id = ?', [user, provider, account_id]);
}

/** Tokens from a provider for one set of scopes. */
export interface ProviderTokens {
  readonly scope: string;
  readonly access_token: string;
  readonly expires_at: number;
  readonly refresh_token: string | null;
}

/** Stores an account's tokens. Replaces those with the same scopes. */
export function storeProviderTokens(store: Store, { user, provider, account_id }: AccountKey, tokens: ProviderTokens): void {
  store.run(
    `INSERT OR REPLACE INTO oauth_tokens (user, provider, account_id, scope, access_token, expires_at, refresh_token)
     VALUES (:user, :provider, :account_id, :scope, :access_token, :expires_at, :refresh_token)`,
    { user, provider, account_id, ...tokens },
  );
}

/** Returns an account's tokens, longest lifetime first. */
export function providerTokens(store: Store, { user, provider, account_id }: AccountKey): ProviderTokens[] {
  return store.all<ProviderTokens>(
    `SELECT scope, access_token, expires_at, refresh_token FROM oauth_tokens
     WHERE user = ? AND provider = ? AND account_id = ? ORDER BY expires_at DESC`,
    [user, provider, account_id],
  );
}

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
