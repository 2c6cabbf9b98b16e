/** Table of verification codes. */
export const codeTables = `
CREATE TABLE IF NOT EXISTS verification_codes (
  code TEXT PRIMARY KEY, id TEXT NOT NULL UNIQUE, project INTEGER NOT NULL REFERENCES projects(key) ON DELETE CASCADE,
  purpose TEXT NOT NULL, data TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  used_at INTEGER, attempts INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
`;

export const codeIndices = `
CREATE INDEX IF NOT EXISTS codes_by_nonce ON verification_codes(project, substr(code, 7));
`;
