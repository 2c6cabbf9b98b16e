/** Store of sessions, with one refresh token each. */
import type { Store } from '../database/database';
import type { EndUser } from '../end-user';
import { recordActivity } from './metrics-store';

export interface SessionRow {
  readonly key: number;
  readonly id: string;
  readonly project: number;
  readonly user: number;
  readonly user_id: string;
  readonly refresh_token: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly last_used_at: number | null;
  readonly is_impersonation: number;
  /** Location of the last use as JSON. */
  readonly ip_info: string | null;
}

const select = 'SELECT s.*, u.id AS user_id FROM sessions s JOIN users u ON u.key = s.user';

export interface NewSession {
  readonly id: string;
  readonly project: number;
  readonly user: number;
  readonly refreshToken: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly lastUsedAt?: number;
  readonly ipInfo?: string;
  readonly isImpersonation?: boolean;
}

export function insertSession(store: Store, session: NewSession): void {
  store.run(
    `INSERT INTO sessions (id, project, user, refresh_token, created_at, expires_at, last_used_at, ip_info, is_impersonation)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      session.id,
      session.project,
      session.user,
      session.refreshToken,
      session.createdAt,
      session.expiresAt,
      session.lastUsedAt ?? null,
      session.ipInfo ?? null,
      Number(session.isImpersonation ?? false),
    ],
  );
}

/** Returns the session of a refresh token, even if it has expired. */
export function findSessionByToken(store: Store, project: number, refreshToken: string): SessionRow | undefined {
  return store.one<SessionRow>(`${select} WHERE s.refresh_token = ? AND s.project = ?`, [refreshToken, project]);
}

/** Returns the session of a refresh token of any project, even if it has expired. */
export function findSessionOfToken(store: Store, refreshToken: string): SessionRow | undefined {
  return store.one<SessionRow>(`${select} WHERE s.refresh_token = ?`, [refreshToken]);
}

export function findSession(store: Store, project: number, id: string): SessionRow | undefined {
  return store.one<SessionRow>(`${select} WHERE s.id = ? AND s.project = ?`, [id.toLowerCase(), project]);
}

/** Returns a user's sessions, newest first, including expired ones. */
export function sessionsOfUser(store: Store, project: number, userId: string): SessionRow[] {
  return store.all<SessionRow>(`${select} WHERE u.id = ? AND u.project = ? ORDER BY s.created_at DESC, s.key DESC`, [
    userId.toLowerCase(),
    project,
  ]);
}

/** Records that an access token was issued, and the end user if known. */
export function touchSession(
  store: Store,
  session: { readonly id: string; readonly user: number },
  now: number,
  endUser: EndUser | null,
): void {
  const ipInfo = endUser === null ? null : JSON.stringify(locationOf(endUser));
  store.run('UPDATE sessions SET last_used_at = ?, ip_info = ? WHERE id = ?', [now, ipInfo, session.id]);
  recordActivity(store, session.user, now, endUser?.country ?? null);
}

/** Returns an end user's location as sessions show it (wire/endpoints 0.6). Proxies only send the country. */
function locationOf({ ip, country }: EndUser) {
  return { ip, countryCode: country, regionCode: null, cityName: null, latitude: null, longitude: null, tzIdentifier: null };
}

/** Keeps the sessions of a user who is about to be deleted, for {@link findOrphanedSession}. */
export function preserveSessions(store: Store, user: number): void {
  store.run(
    `INSERT OR IGNORE INTO orphaned_sessions (refresh_token, project, id, user_id, expires_at)
     SELECT s.refresh_token, s.project, s.id, u.id, s.expires_at FROM sessions s JOIN users u ON u.key = s.user WHERE s.user = ?`,
    [user],
  );
}

/** Returns the session of a deleted user, even if it has expired. */
export function findOrphanedSession(
  store: Store,
  project: number,
  refreshToken: string,
): Pick<SessionRow, 'id' | 'user_id' | 'expires_at'> | undefined {
  return store.one('SELECT id, user_id, expires_at FROM orphaned_sessions WHERE refresh_token = ? AND project = ?', [
    refreshToken,
    project,
  ]);
}

/** Deletes a session. Returns whether it existed. */
export function deleteSession(store: Store, project: number, id: string): boolean {
  return store.run('DELETE FROM sessions WHERE id = ? AND project = ?', [id.toLowerCase(), project]) > 0;
}

/** Deletes all sessions of a user, optionally except the one with this refresh token. */
export function deleteSessionsOfUser(store: Store, user: number, keptToken: string | null = null): void {
  store.run('DELETE FROM sessions WHERE user = ? AND refresh_token IS NOT ?', [user, keptToken]);
}

/** Tables of sessions, and of those whose user was deleted. */
export const sessionTables = `
CREATE TABLE IF NOT EXISTS sessions (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL, user INTEGER NOT NULL REFERENCES users(key) ON DELETE CASCADE,
  refresh_token TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL, last_used_at INTEGER,
  is_impersonation INTEGER NOT NULL DEFAULT 0, ip_info TEXT
);
CREATE TABLE IF NOT EXISTS orphaned_sessions (
  refresh_token TEXT PRIMARY KEY, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE, id TEXT NOT NULL,
  user_id TEXT NOT NULL, expires_at INTEGER NOT NULL
) WITHOUT ROWID;
`;

export const sessionIndices = `
CREATE UNIQUE INDEX IF NOT EXISTS sessions_by_id ON sessions(id);
CREATE INDEX IF NOT EXISTS sessions_by_user ON sessions(user, created_at);
CREATE UNIQUE INDEX IF NOT EXISTS sessions_by_token ON sessions(refresh_token);
`;
