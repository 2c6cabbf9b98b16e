/** Provider accounts of users: one per provider and user (limits 3), and the tokens their providers gave. */
import type { Store } from './database';

export interface OAuthAccount {
  readonly id: string;
  /** Row key and id of the owner. */
  readonly user: number;
  readonly user_id: string;
  readonly provider: string;
  readonly account_id: string;
  readonly email: string | null;
  readonly allow_sign_in: number;
  readonly allow_connected_accounts: number;
}

const select = 'SELECT o.*, u.id AS user_id FROM oauth_accounts o JOIN users u ON u.key = o.user';

export type NewOAuthAccount = Pick<OAuthAccount, 'id' | 'user' | 'provider' | 'account_id' | 'email'> &
  Partial<Pick<OAuthAccount, 'allow_sign_in' | 'allow_connected_accounts'>>;

/** Stores a provider account of a user. Fails with a duplicate when the user has one of that provider. */
export function insertOAuthAccount(store: Store, account: NewOAuthAccount): void {
  const { id, user, provider, account_id, email, allow_sign_in = 1, allow_connected_accounts = 1 } = account;
  store.run(
    `INSERT INTO oauth_accounts (id, user, provider, account_id, email, allow_sign_in, allow_connected_accounts)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    [id, user, provider, account_id, email, allow_sign_in, allow_connected_accounts],
  );
}

/** The account that signs its owner in, if somebody of the project has it. */
export function findSignInAccount(store: Store, project: number, provider: string, accountId: string): OAuthAccount | undefined {
  return store.one<OAuthAccount>(
    `${select} WHERE o.provider = ? AND o.account_id = ? AND u.project = ? AND o.allow_sign_in = 1 ORDER BY o.user`,
    [provider, accountId, project],
  );
}

/** The user's account of that provider. */
export function findAccountOfUser(store: Store, user: number, provider: string): OAuthAccount | undefined {
  return store.one<OAuthAccount>(`${select} WHERE o.user = ? AND o.provider = ?`, [user, provider]);
}

/** A user's accounts, by provider. */
export function accountsOfUser(store: Store, user: number): OAuthAccount[] {
  return store.all<OAuthAccount>(`${select} WHERE o.user = ? ORDER BY o.provider`, [user]);
}

export type OAuthAccountChange = Pick<OAuthAccount, 'account_id' | 'email' | 'allow_sign_in' | 'allow_connected_accounts'>;

/** Replaces what can change of an account. */
export function updateOAuthAccount(store: Store, { user, provider }: OAuthAccount, change: OAuthAccountChange): void {
  store.run(
    `UPDATE oauth_accounts SET account_id = :account_id, email = :email, allow_sign_in = :allow_sign_in,
       allow_connected_accounts = :allow_connected_accounts WHERE user = :user AND provider = :provider`,
    { ...change, user, provider },
  );
}

/** Forgets an account with its tokens. */
export function deleteOAuthAccount(store: Store, { user, provider }: OAuthAccount): void {
  store.run('DELETE FROM oauth_tokens WHERE user = ? AND provider = ?', [user, provider]);
  store.run('DELETE FROM oauth_accounts WHERE user = ? AND provider = ?', [user, provider]);
}

/** What a provider gave for one set of scopes. */
export interface ProviderTokens {
  readonly scope: string;
  readonly access_token: string;
  readonly expires_at: number;
  readonly refresh_token: string | null;
}

/** Stores a user's tokens; those of the same scopes are replaced. */
export function storeProviderTokens(store: Store, user: number, provider: string, tokens: ProviderTokens): void {
  store.run(
    `INSERT OR REPLACE INTO oauth_tokens (user, provider, scope, access_token, expires_at, refresh_token)
     VALUES (:user, :provider, :scope, :access_token, :expires_at, :refresh_token)`,
    { user, provider, ...tokens },
  );
}

/** All tokens of a user at a provider, those that live longest first. */
export function providerTokens(store: Store, user: number, provider: string): ProviderTokens[] {
  return store.all<ProviderTokens>(
    'SELECT scope, access_token, expires_at, refresh_token FROM oauth_tokens WHERE user = ? AND provider = ? ORDER BY expires_at DESC',
    [user, provider],
  );
}
