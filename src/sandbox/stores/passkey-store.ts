/** Store of passkeys: one per user, in the user's row (wire/endpoints 1.5). */
import type { Store } from '../database/database';

/** A passkey. Binary values are base64url without padding. */
export interface Passkey {
  readonly credential_id: string;
  /** COSE key of the authenticator. */
  readonly public_key: string;
  /** Signature counter of the authenticator; 0 if it doesn't count. */
  readonly counter: number;
}

interface FoundPasskey {
  /** Row key of the user. */
  readonly user: number;
  readonly passkey: Passkey;
}

/** Stores a user's passkey, replacing an earlier one. */
export function savePasskey(store: Store, user: number, passkey: Passkey): void {
  store.run('UPDATE users SET passkey = ? WHERE key = ?', [JSON.stringify(passkey), user]);
}

/** Returns the passkey with this credential ID in the project. */
export function findPasskey(store: Store, project: number, credentialId: string): FoundPasskey | undefined {
  const row = store.one<{ key: number; passkey: string }>(
    `SELECT key, passkey FROM users WHERE project = ? AND json_extract(passkey, '$.credential_id') = ?
       AND json_extract(passkey, '$.public_key') IS NOT NULL`,
    [project, credentialId],
  );
  return row && { user: row.key, passkey: JSON.parse(row.passkey) };
}

/** Index of passkeys, which are stored in a column of their user and found by credential ID. */

/** Passkeys without a public key, as in the seed, can't be used and aren't indexed. */
export const passkeysIndices = `
CREATE INDEX IF NOT EXISTS users_by_credential ON users(project, json_extract(passkey, '$.credential_id'))
  WHERE json_extract(passkey, '$.public_key') IS NOT NULL;
`;
