/** Store of contact channels: users' email addresses. */

import { foldCase } from '../database/columns';
import type { Store, Value } from '../database/database';

interface NewChannel {
  readonly id: string;
  readonly project: number;
  readonly user: number;
  readonly value: string;
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  readonly usedForAuth: boolean;
  readonly now: number;
}

/** Stores an address. Throws a uniqueness error if another user of the project signs in with it. */
export function insertChannel(store: Store, channel: NewChannel): void {
  store.run(
    `INSERT INTO contact_channels (id, project, user, value, value_folded, is_primary, is_verified, used_for_auth, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      channel.id,
      channel.project,
      channel.user,
      channel.value,
      foldCase(channel.value),
      Number(channel.isPrimary),
      Number(channel.isVerified),
      Number(channel.usedForAuth),
      channel.now,
    ],
  );
}

/** Row of a contact channel with its user's ID. Flags are 0 or 1. */
export interface ChannelRow {
  readonly key: number;
  readonly id: string;
  readonly user: number;
  readonly user_id: string;
  readonly value: string;
  readonly is_primary: number;
  readonly is_verified: number;
  readonly used_for_auth: number;
  readonly created_at: number;
}

const select = `SELECT c.key, c.id, c.user, u.id AS user_id, c.value, c.is_primary, c.is_verified, c.used_for_auth, c.created_at
  FROM contact_channels c JOIN users u ON u.key = c.user`;

/** Returns a user's channel by its ID. */
export function findChannel(store: Store, project: number, userId: string, id: string): ChannelRow | undefined {
  const ids = [id.toLowerCase(), userId.toLowerCase(), project];
  return store.one<ChannelRow>(`${select} WHERE c.id = ? AND u.id = ? AND u.project = ?`, ids);
}

/** Returns the channel that is used to sign in with this address. Case-sensitive. */
export function findAuthChannel(store: Store, project: number, value: string): ChannelRow | undefined {
  const sql = `${select} WHERE c.project = ? AND c.type = 'email' AND c.value = ? AND c.used_for_auth = 1`;
  return store.one<ChannelRow>(sql, [project, value]);
}

/** Returns channels, oldest first: of a user, one by its ID, or up to `limit` of the project after a given one. */
export function listChannels(
  store: Store,
  project: number,
  filter: {
    readonly userId?: string | undefined;
    readonly id?: string | undefined;
    readonly after?: ChannelRow | undefined;
    readonly limit: number;
  },
): ChannelRow[] {
  const { userId, id, after, limit } = filter;
  const conditions: [string, readonly Value[]][] = [['c.project = ?', [project]]];
  if (userId !== undefined) conditions.push(['u.id = ?', [userId.toLowerCase()]]);
  if (id !== undefined) conditions.push(['c.id = ?', [id.toLowerCase()]]);
  if (after !== undefined) conditions.push(['(c.created_at, c.key) > (?, ?)', [after.created_at, after.key]]);
  const where = conditions.map(([sql]) => sql).join(' AND ');
  const values = conditions.flatMap(([, bound]) => bound);
  return store.all<ChannelRow>(`${select} WHERE ${where} ORDER BY c.created_at, c.key LIMIT ?`, [...values, limit]);
}

/** Returns the ID of the user with this address, first of the one who signs in with it. */
export function findUserByAddress(store: Store, project: number, value: string): string | undefined {
  const sql = `SELECT u.id FROM contact_channels c JOIN users u ON u.key = c.user
    WHERE c.project = ? AND c.type = 'email' AND c.value_folded = ? ORDER BY coalesce(c.used_for_auth, 0) DESC, c.key LIMIT 1`;
  return store.one<{ id: string }>(sql, [project, foldCase(value)])?.id;
}

/** Whether one of a user's addresses is this one, in any case. */
export function hasAddress(store: Store, user: number, value: string): boolean {
  const sql = "SELECT 1 FROM contact_channels WHERE user = ? AND type = 'email' AND value_folded = ?";
  return store.one(sql, [user, foldCase(value)]) !== undefined;
}

export interface PrimaryChannel {
  readonly key: number;
  readonly id: string;
  readonly value: string;
  readonly is_verified: number;
  readonly used_for_auth: number;
}

/** Returns a user's primary email, if any. */
export function primaryChannel(store: Store, user: number): PrimaryChannel | undefined {
  return store.one<PrimaryChannel>(
    "SELECT key, id, value, is_verified, used_for_auth FROM contact_channels WHERE user = ? AND type = 'email' AND is_primary = 1",
    [user],
  );
}

/** Returns a user's channel with this address. */
export function channelOfUser(store: Store, user: number, value: string): Pick<PrimaryChannel, 'key' | 'is_verified'> | undefined {
  return store.one("SELECT key, is_verified FROM contact_channels WHERE user = ? AND type = 'email' AND value = ?", [user, value]);
}

/** Changes an address and its flags. Throws a uniqueness error like {@link insertChannel}. */
export function updateChannel(
  store: Store,
  key: number,
  change: { readonly value: string; readonly isPrimary: boolean; readonly isVerified: boolean; readonly usedForAuth: boolean },
): void {
  store.run('UPDATE contact_channels SET value = ?, value_folded = ?, is_primary = ?, is_verified = ?, used_for_auth = ? WHERE key = ?', [
    change.value,
    foldCase(change.value),
    Number(change.isPrimary),
    Number(change.isVerified),
    Number(change.usedForAuth),
    key,
  ]);
}

/** Makes the user's primary channel an ordinary one. */
export function demotePrimaryChannel(store: Store, user: number): void {
  store.run("UPDATE contact_channels SET is_primary = 0 WHERE user = ? AND type = 'email' AND is_primary = 1", [user]);
}

export function markChannelVerified(store: Store, key: number): void {
  store.run('UPDATE contact_channels SET is_verified = 1 WHERE key = ?', [key]);
}

export function deleteChannel(store: Store, key: number): void {
  store.run('DELETE FROM contact_channels WHERE key = ?', [key]);
}

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
