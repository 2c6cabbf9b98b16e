/** Store of the mock providers' codes, access tokens and refresh tokens. */
import type { Store } from '../database/database';

/** An account at a provider. */
export interface IdpAccount {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

export interface IdpGrant {
  readonly provider: string;
  readonly clientId: string;
  readonly account: IdpAccount;
  readonly scope: string;
  readonly redirectUri: string;
}

type Kind = 'code' | 'access' | 'refresh';

/** Stores a grant under its secret. With `expiresAt` null it doesn't expire. */
export function insertGrant(
  store: Store,
  grant: IdpGrant & { readonly secret: string; readonly kind: Kind; readonly expiresAt: number | null },
): void {
  store.run(
    'INSERT INTO idp_grants (secret, kind, provider, client_id, account, scope, redirect_uri, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    [
      grant.secret,
      grant.kind,
      grant.provider,
      grant.clientId,
      JSON.stringify(grant.account),
      grant.scope,
      grant.redirectUri,
      grant.expiresAt,
    ],
  );
}

/** Returns the unexpired grant with this secret, kind and provider. */
export function findGrant(store: Store, secret: string, kind: Kind, provider: string, now: number): IdpGrant | undefined {
  const row = store.one<{ client_id: string; account: string; scope: string; redirect_uri: string }>(
    `SELECT client_id, account, scope, redirect_uri FROM idp_grants
     WHERE secret = ? AND kind = ? AND provider = ? AND (expires_at IS NULL OR expires_at > ?)`,
    [secret, kind, provider, now],
  );
  return row && { provider, clientId: row.client_id, account: JSON.parse(row.account), scope: row.scope, redirectUri: row.redirect_uri };
}

export function deleteGrant(store: Store, secret: string): void {
  store.run('DELETE FROM idp_grants WHERE secret = ?', [secret]);
}

/**
 * Returns the ID of the provider account that a user with this email has connected, in any project, so that the user gets the same
 * account at each sign-in.
 */
export function findConnectedAccountId(store: Store, provider: string, email: string): string | undefined {
  return store.one<{ account_id: string }>(
    `SELECT o.account_id FROM projects p
     JOIN contact_channels c ON c.project = p.key AND c.type = 'email' AND c.value = :email AND c.used_for_auth = 1
     JOIN oauth_accounts o ON o.user = c.user AND o.provider = :provider AND o.email = :email ORDER BY p.key LIMIT 1`,
    { provider, email },
  )?.account_id;
}
