/** Store of verification codes (wire/flows 8). */
import type { Store } from '../database/database';

export type CodePurpose =
  | 'contact-channel'
  | 'mfa-attempt'
  | 'one-time-password'
  | 'password-reset'
  | 'team-invitation'
  | 'unsubscribe'
  | PasskeyPurpose;
type PasskeyPurpose = 'passkey-registration' | 'passkey-authentication';

interface NewCode {
  readonly code: string;
  readonly id: string;
  readonly project: number;
  readonly purpose: CodePurpose;
  /** JSON data that using the code requires. */
  readonly data: string;
  readonly now: number;
  readonly expiresAt: number;
}

export interface CodeRow {
  readonly code: string;
  readonly id: string;
  readonly project: number;
  readonly data: string;
  readonly created_at: number;
  readonly expires_at: number;
  readonly used_at: number | null;
  readonly attempts: number;
}

export function insertCode(store: Store, code: NewCode): void {
  store.run('INSERT INTO verification_codes (code, id, project, purpose, data, created_at, expires_at) VALUES (?, ?, ?, ?, ?, ?, ?)', [
    code.code,
    code.id,
    code.project,
    code.purpose,
    code.data,
    code.now,
    code.expiresAt,
  ]);
}

export function findCode(store: Store, project: number, purpose: CodePurpose, code: string): CodeRow | undefined {
  return store.one<CodeRow>('SELECT * FROM verification_codes WHERE code = ? AND project = ? AND purpose = ?', [code, project, purpose]);
}

/** Returns a code by its text in any project, for links that don't name the project. */
export function findCodeOfAnyProject(store: Store, purpose: CodePurpose, code: string): CodeRow | undefined {
  return store.one<CodeRow>('SELECT * FROM verification_codes WHERE code = ? AND purpose = ?', [code, purpose]);
}

export function markCodeUsed(store: Store, code: string, now: number): void {
  store.run('UPDATE verification_codes SET used_at = ? WHERE code = ?', [now, code]);
}

/** Counts an attempt for every code with the same last 39 characters (wire/limits 3). */
export function countAttempt(store: Store, project: number, code: string): void {
  store.run('UPDATE verification_codes SET attempts = attempts + 1 WHERE project = ? AND substr(code, 7) = ?', [project, code.slice(6)]);
}

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
