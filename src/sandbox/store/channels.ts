/** Contact channels: the e-mail addresses of people. */
import type { Store } from './database';
import { folded } from './schema';

export interface NewChannel {
  readonly id: string;
  readonly project: number;
  readonly user: number;
  readonly value: string;
  readonly isPrimary: boolean;
  readonly isVerified: boolean;
  readonly usedForAuth: boolean;
  readonly now: number;
}

/** Stores a new address. Fails with a duplicate when another one of the project is used for auth with the same value. */
export function insertChannel(store: Store, channel: NewChannel): void {
  store.run(
    `INSERT INTO contact_channels (id, project, user, value, value_folded, is_primary, is_verified, used_for_auth, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      channel.id,
      channel.project,
      channel.user,
      channel.value,
      folded(channel.value),
      Number(channel.isPrimary),
      Number(channel.isVerified),
      Number(channel.usedForAuth),
      channel.now,
    ],
  );
}

export interface PrimaryChannel {
  readonly key: number;
  readonly value: string;
  readonly is_verified: number;
  readonly used_for_auth: number;
}

/** A user's primary address, if there is one. */
export function primaryChannel(store: Store, user: number): PrimaryChannel | undefined {
  return store.one<PrimaryChannel>(
    "SELECT key, value, is_verified, used_for_auth FROM contact_channels WHERE user = ? AND type = 'email' AND is_primary = 1",
    [user],
  );
}

/** A user's channel with that address, primary or not. */
export function channelOfUser(store: Store, user: number, value: string): { readonly key: number } | undefined {
  return store.one("SELECT key FROM contact_channels WHERE user = ? AND type = 'email' AND value = ?", [user, value]);
}

/** Changes an address and its flags. Fails with a duplicate like `insertChannel`. */
export function updateChannel(
  store: Store,
  key: number,
  change: { readonly value: string; readonly isPrimary: boolean; readonly isVerified: boolean; readonly usedForAuth: boolean },
): void {
  store.run('UPDATE contact_channels SET value = ?, value_folded = ?, is_primary = ?, is_verified = ?, used_for_auth = ? WHERE key = ?', [
    change.value,
    folded(change.value),
    Number(change.isPrimary),
    Number(change.isVerified),
    Number(change.usedForAuth),
    key,
  ]);
}

export function deleteChannel(store: Store, key: number): void {
  store.run('DELETE FROM contact_channels WHERE key = ?', [key]);
}
