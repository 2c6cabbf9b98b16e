/** Store of users. */

import { foldCase } from '../database/columns';
import type { Store, Value } from '../database/database';
import { preserveActivity } from './metrics-store';

/** A user with primary channel, provider accounts and selected team. Flags are 0 or 1, JSON columns are text. */
export interface UserRow {
  readonly key: number;
  readonly id: string;
  readonly project: number;
  readonly display_name: string | null;
  readonly profile_image_url: string | null;
  readonly client_metadata: string | null;
  readonly client_read_only_metadata: string | null;
  readonly server_metadata: string | null;
  readonly signed_up_at: number;
  readonly last_active_at: number;
  readonly password_hash: string | null;
  readonly otp_enabled: number;
  readonly totp_secret: string | null;
  readonly passkey: string | null;
  readonly is_anonymous: number;
  /** Whether an admin restricted the user, why, and a note for admins (wire/later 1). */
  readonly restricted_by_admin: number;
  readonly restricted_reason: string | null;
  readonly restricted_details: string | null;
  readonly country_code: string | null;
  /** JSON, or null for none. */
  readonly risk_scores: string | null;
  readonly email: string | null;
  readonly email_verified: number | null;
  readonly email_used_for_auth: number | null;
  readonly oauth_accounts: string;
  /** The selected team's server object as JSON, or null. */
  readonly selected_team: string | null;
}

const columns = `u.key, u.id, u.project, u.display_name, u.profile_image_url, u.client_metadata, u.client_read_only_metadata,
  u.server_metadata, u.signed_up_at, u.last_active_at, u.password_hash, u.otp_enabled, u.totp_secret, u.passkey, u.is_anonymous,
  u.restricted_by_admin, u.restricted_reason, u.restricted_details, u.country_code, u.risk_scores, c.value AS email, c.is_verified AS email_verified, c.used_for_auth AS email_used_for_auth,
  (SELECT json_group_array(json_object('id', o.provider, 'account_id', o.account_id, 'email', o.email))
     FROM oauth_accounts o WHERE o.user = u.key) AS oauth_accounts,
  CASE WHEN t.key IS NULL THEN NULL ELSE json_object('id', t.id, 'display_name', t.display_name,
    'profile_image_url', t.profile_image_url, 'created_at_millis', t.created_at, 'client_metadata', json(t.client_metadata),
    'client_read_only_metadata', json(t.client_read_only_metadata), 'server_metadata', json(t.server_metadata)) END AS selected_team`;
const joins = `LEFT JOIN contact_channels c ON c.user = u.key AND c.is_primary = 1 AND c.type = 'email'
  LEFT JOIN teams t ON t.key = u.selected_team`;

/** Returns the project's user with this ID. */
export function findUser(store: Store, project: number, id: string): UserRow | undefined {
  return store.one<UserRow>(`SELECT ${columns} FROM users u ${joins} WHERE u.id = ? AND u.project = ?`, [id.toLowerCase(), project]);
}

/** Returns the users with these keys, in this order. */
export function usersByKeys(store: Store, keys: readonly number[]): UserRow[] {
  const sql = `SELECT ${columns} FROM json_each(?) wanted CROSS JOIN users u ON u.key = wanted.value ${joins} ORDER BY wanted.key`;
  return store.all<UserRow>(sql, [JSON.stringify(keys)]);
}

const unverified = `FROM users u ${joins} WHERE u.project = ? AND u.is_anonymous = 0 AND coalesce(c.is_verified, 0) = 0`;

/** Returns the users without a verified primary email who aren't anonymous, newest first. */
export function listUnverifiedUsers(store: Store, project: number, limit: number): UserRow[] {
  return store.all<UserRow>(`SELECT ${columns} ${unverified} ORDER BY u.signed_up_at DESC, u.key DESC LIMIT ?`, [project, limit]);
}

export function countUnverifiedUsers(store: Store, project: number): number {
  return store.one<{ count: number }>(`SELECT count(*) AS count ${unverified}`, [project])?.count ?? 0;
}

/** Returns the user who signs in with this email. Case-sensitive. */
export function findUserByAuthEmail(store: Store, project: number, email: string): UserRow | undefined {
  const found = store.one<{ user: number }>(
    "SELECT user FROM contact_channels WHERE project = ? AND type = 'email' AND value = ? AND used_for_auth = 1",
    [project, email],
  );
  return found && usersByKeys(store, [found.user])[0];
}

interface NewUser {
  readonly id: string;
  readonly project: number;
  readonly displayName: string | null;
  readonly passwordHash: string | null;
  readonly serverMetadata?: string;
  readonly now: number;
}

/** Stores a new user and returns its key. */
export function insertUser(store: Store, user: NewUser): number {
  const { id, project, displayName, passwordHash, now } = user;
  store.run(
    `INSERT INTO users (id, project, display_name, display_name_folded, password_hash, server_metadata, signed_up_at, last_active_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [id, project, displayName, displayName && foldCase(displayName), passwordHash, user.serverMetadata ?? null, now, now],
  );
  return store.one<{ key: number }>('SELECT key FROM users WHERE id = ?', [id])?.key ?? 0;
}

/** Columns to change; missing ones are kept. */
export interface UserChange {
  readonly display_name?: string | null;
  readonly profile_image_url?: string | null;
  readonly client_metadata?: string | null;
  readonly client_read_only_metadata?: string | null;
  readonly server_metadata?: string | null;
  readonly password_hash?: string | null;
  readonly otp_enabled?: number;
  readonly totp_secret?: string | null;
  readonly passkey?: null;
  readonly is_anonymous?: number;
  readonly signed_up_at?: number;
  readonly restricted_by_admin?: number;
  readonly restricted_reason?: string | null;
  readonly restricted_details?: string | null;
  readonly country_code?: string | null;
  readonly risk_scores?: string;
  readonly selected_team?: number | null;
}

/** Updates columns of a user. */
export function updateUser(store: Store, key: number, change: UserChange): void {
  const named: [string, Value][] = Object.entries(change);
  const name = change.display_name;
  if (name !== undefined) named.push(['display_name_folded', name === null ? null : foldCase(name)]);
  if (named.length === 0) return;
  const assignments = named.map(([column]) => `${column} = ?`).join(', ');
  store.run(`UPDATE users SET ${assignments} WHERE key = ?`, [...named.map(([, value]) => value), key]);
}

/** Deletes a user with all related data, except what metrics count. */
export function deleteUser(store: Store, key: number): void {
  preserveActivity(store, key);
  store.run('DELETE FROM users WHERE key = ?', [key]);
}

/** Table of users. */
export const userTables = `
CREATE TABLE IF NOT EXISTS users (
  key INTEGER PRIMARY KEY, id TEXT NOT NULL, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  display_name TEXT, display_name_folded TEXT, profile_image_url TEXT,
  client_metadata TEXT, client_read_only_metadata TEXT, server_metadata TEXT,
  signed_up_at INTEGER NOT NULL, last_active_at INTEGER NOT NULL,
  password_hash TEXT, otp_enabled INTEGER NOT NULL DEFAULT 0, totp_secret TEXT, passkey TEXT,
  is_anonymous INTEGER NOT NULL DEFAULT 0, selected_team INTEGER REFERENCES teams(key) ON DELETE SET NULL, country TEXT,
  restricted_by_admin INTEGER NOT NULL DEFAULT 0, restricted_reason TEXT, restricted_details TEXT, country_code TEXT, risk_scores TEXT
);
`;

export const userIndices = `
CREATE UNIQUE INDEX IF NOT EXISTS users_by_id ON users(id);
CREATE INDEX IF NOT EXISTS users_in_order ON users(project, signed_up_at, key, display_name_folded);
CREATE INDEX IF NOT EXISTS users_by_selected_team ON users(selected_team) WHERE selected_team IS NOT NULL;
`;
