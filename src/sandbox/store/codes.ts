/** Verification codes: what was mailed or handed out, for one purpose each (flows 8). */
import type { Store } from './database';

export type CodePurpose = 'contact-channel' | 'mfa-attempt';

export interface NewCode {
  readonly code: string;
  readonly id: string;
  readonly project: number;
  readonly purpose: CodePurpose;
  /** What the code is about, as JSON. */
  readonly data: string;
  readonly now: number;
  readonly expiresAt: number;
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
