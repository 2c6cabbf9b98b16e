/** Index of passkeys, which are stored in a column of their user and found by credential ID. */

/** Passkeys without a public key, as in the seed, can't be used and aren't indexed. */
export const passkeysIndices = `
CREATE INDEX IF NOT EXISTS users_by_credential ON users(project, json_extract(passkey, '$.credential_id'))
  WHERE json_extract(passkey, '$.public_key') IS NOT NULL;
`;
