/** Store of CLI logins: two codes each, and the refresh token after completion (wire/flows 12). */
import type { Store } from '../database/database';

export interface CliLogin {
  readonly polling_code: string;
  readonly login_code: string;
  readonly project: number;
  readonly expires_at: number;
  readonly refresh_token: string | null;
  readonly used_at: number | null;
  /** Refresh token of the program's anonymous user, until it is claimed (wire/later 10). */
  readonly anonymous_token: string | null;
}

export function insertCliLogin(store: Store, login: Omit<CliLogin, 'refresh_token' | 'used_at'>): void {
  store.run('INSERT INTO cli_logins (polling_code, login_code, project, expires_at, anonymous_token) VALUES (?, ?, ?, ?, ?)', [
    login.polling_code,
    login.login_code,
    login.project,
    login.expires_at,
    login.anonymous_token,
  ]);
}

/** Returns the login with this code, of any project. */
export function findCliLogin(store: Store, code: 'polling_code' | 'login_code', text: string): CliLogin | undefined {
  return store.one<CliLogin>(`SELECT * FROM cli_logins WHERE ${code} = ?`, [text]);
}

export function storeRefreshToken(store: Store, { polling_code }: CliLogin, refreshToken: string): void {
  store.run('UPDATE cli_logins SET refresh_token = ? WHERE polling_code = ?', [refreshToken, polling_code]);
}

/** Takes the token of the program's anonymous user out of the login. Returns false if that has happened before. */
export function claimAnonymousToken(store: Store, { polling_code }: CliLogin): boolean {
  return (
    store.run('UPDATE cli_logins SET anonymous_token = NULL WHERE polling_code = ? AND anonymous_token IS NOT NULL', [polling_code]) > 0
  );
}

/** Marks a completed login as used. Returns false if it already was. */
export function markCliLoginUsed(store: Store, { polling_code }: CliLogin, now: number): boolean {
  return store.run('UPDATE cli_logins SET used_at = ? WHERE polling_code = ? AND used_at IS NULL', [now, polling_code]) > 0;
}

/** Table of CLI logins. */
export const cliTables = `
CREATE TABLE IF NOT EXISTS cli_logins (
  polling_code TEXT PRIMARY KEY, login_code TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  expires_at INTEGER NOT NULL, refresh_token TEXT, used_at INTEGER, anonymous_token TEXT
) WITHOUT ROWID;
`;
