/** Indices of passkeys. A passkey is a column of its user; it is found by the credential's id. */

/** A passkey without a public key, as the demonstration's people have, can sign in nobody and is not found. */
export const passkeysIndices = `
CREATE INDEX IF NOT EXISTS users_by_credential ON users(project, json_extract(passkey, '$.credential_id'))
  WHERE json_extract(passkey, '$.public_key') IS NOT NULL;
`;
