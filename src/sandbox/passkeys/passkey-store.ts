/** Passkeys: one a user, kept with the user (wire/endpoints 1.5). */
import type { Store } from '../database/database';

/** Binary values are base64url without padding. */
export interface Passkey {
  readonly credential_id: string;
  /** COSE, as the authenticator made it. */
  readonly public_key: string;
  /** Signatures the authenticator says it has made; 0 for those that do not count. */
  readonly counter: number;
}

export interface FoundPasskey {
  /** The row key of the user. */
  readonly user: number;
  readonly passkey: Passkey;
}

/** Keeps a user's passkey; an earlier one is replaced. */
export function savePasskey(store: Store, user: number, passkey: Passkey): void {
  store.run('UPDATE users SET passkey = ? WHERE key = ?', [JSON.stringify(passkey), user]);
}

/** The passkey of that credential id, if one of the project has it. */
export function findPasskey(store: Store, project: number, credentialId: string): FoundPasskey | undefined {
  const row = store.one<{ key: number; passkey: string }>(
    `SELECT key, passkey FROM users WHERE project = ? AND json_extract(passkey, '$.credential_id') = ?
       AND json_extract(passkey, '$.public_key') IS NOT NULL`,
    [project, credentialId],
  );
  return row && { user: row.key, passkey: JSON.parse(row.passkey) };
}
