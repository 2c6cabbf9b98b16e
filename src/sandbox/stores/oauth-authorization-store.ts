/** Store of pending authorizations at providers, and of the authorization codes they result in (wire/flows 5.1). */
import type { Store } from '../database/database';

/** Parameters of a request to the authorize endpoint. */
export interface AuthorizationRequest {
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
  readonly codeChallenge: string;
  readonly codeChallengeMethod: string;
  readonly responseType: string;
  /** The user to whom the provider account will be connected; null for a sign-in. */
  readonly linkUserId: string | null;
  readonly providerScope: string;
  readonly errorRedirectUrl: string | null;
  readonly afterCallbackRedirectUrl: string | null;
  /** The provider's name in the project's configuration, if it isn't that of the callback. */
  readonly providerId?: string;
  /** The anonymous user who signs up, if any. Absent in data of earlier versions, like the next one. */
  readonly upgradedUserId?: string | null;
  /** Whether a cookie binds the authorization to its browser. */
  readonly hasCookie?: boolean;
}

export interface PendingAuthorization {
  readonly projectId: string;
  readonly request: AuthorizationRequest;
  readonly expiresAt: number;
}

/** Time for which an expired authorization is kept, so that a late browser gets the right error. */
const retentionMillis = 86_400_000;

/** Stores a pending authorization under its state. */
export function insertPendingAuthorization(
  store: Store,
  authorization: {
    readonly state: string;
    readonly project: number;
    readonly request: AuthorizationRequest;
    readonly now: number;
    readonly expiresAt: number;
  },
): void {
  store.run('DELETE FROM oauth_rounds WHERE expires_at < ?', [authorization.now - retentionMillis]);
  store.run('INSERT INTO oauth_rounds (state, project, request, expires_at) VALUES (?, ?, ?, ?)', [
    authorization.state,
    authorization.project,
    JSON.stringify(authorization.request),
    authorization.expiresAt,
  ]);
}

/** Returns the pending authorization with this state, even if it has expired. */
export function findPendingAuthorization(store: Store, state: string): PendingAuthorization | undefined {
  const row = store.one<{ project_id: string; request: string; expires_at: number }>(
    'SELECT p.id AS project_id, r.request, r.expires_at FROM oauth_rounds r JOIN projects p ON p.key = r.project WHERE r.state = ?',
    [state],
  );
  return row && { projectId: row.project_id, request: JSON.parse(row.request), expiresAt: row.expires_at };
}

export interface AuthorizationCode {
  readonly code: string;
  readonly project: number;
  readonly user: number;
  readonly is_new_user: number;
  readonly redirect_uri: string;
  readonly code_challenge: string;
  readonly code_challenge_method: string;
  readonly after_callback_redirect_url: string | null;
  readonly expires_at: number;
}

/** Stores a code, and deletes expired ones. */
export function insertAuthorizationCode(store: Store, code: AuthorizationCode, now: number): void {
  store.run('DELETE FROM oauth_codes WHERE expires_at <= ?', [now]);
  store.run(
    `INSERT INTO oauth_codes (code, project, user, is_new_user, redirect_uri, code_challenge, code_challenge_method,
       after_callback_redirect_url, expires_at)
     VALUES (:code, :project, :user, :is_new_user, :redirect_uri, :code_challenge, :code_challenge_method,
       :after_callback_redirect_url, :expires_at)`,
    { ...code },
  );
}

/** Returns the project's code if it hasn't expired. */
export function findAuthorizationCode(store: Store, project: number, code: string, now: number): AuthorizationCode | undefined {
  return store.one<AuthorizationCode>('SELECT * FROM oauth_codes WHERE code = ? AND project = ? AND expires_at > ?', [code, project, now]);
}

export function deleteAuthorizationCode(store: Store, code: string): void {
  store.run('DELETE FROM oauth_codes WHERE code = ?', [code]);
}
