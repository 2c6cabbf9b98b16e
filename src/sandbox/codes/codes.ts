/** Verification codes as the endpoints use them: handed out, checked and used up in the service's order (wire/flows 8). */

import type { Project } from '../projects/project-store';
import { secretText, uuid } from '../random';
import type { Surroundings } from '../server/context';
import { type Failure, known } from '../server/failures';
import { type CodePurpose, type CodeRow, countAttempt, findCode, insertCode, markCodeUsed } from './code-store';

/** Seven days: one-time passwords, resets, channels, invitations (wire/limits 2). */
export const mailedCodeMillis = 7 * 86_400_000;

/** Submissions after which a code is worth nothing (wire/limits 3). */
const mostAttempts = 20;

export interface IssuedCode {
  /** Names the code without giving it away: the invitation's id. */
  readonly id: string;
  /** 45 characters of lower-case Crockford base32. */
  readonly code: string;
}

/** Hands out a code that lives for so many milliseconds; `data` is what using it will need. */
export function issueCode(
  { store, clock, random }: Surroundings,
  project: Project,
  { purpose, data, lifeMillis }: { readonly purpose: CodePurpose; readonly data: unknown; readonly lifeMillis: number },
): IssuedCode {
  const code = secretText(random);
  const id = uuid(random);
  const now = clock.now();
  insertCode(store, { code, id, project: project.key, purpose, data: JSON.stringify(data), now, expiresAt: now + lifeMillis });
  return { id, code };
}

/**
 * Finds a code that can still be used, without using it up, and counts the attempt. Fails with VERIFICATION_CODE_NOT_FOUND,
 * _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, in this order. Case does not matter.
 */
export function checkCode({ store, clock }: Surroundings, project: Project, purpose: CodePurpose, submitted: string): CodeRow {
  const code = submitted.toLowerCase();
  const row = findCode(store, project.key, purpose, code);
  countAttempt(store, project.key, code);
  const failure = row === undefined ? known('VERIFICATION_CODE_NOT_FOUND') : flawOf(row, clock.now());
  if (row === undefined || failure !== null) throw failure;
  return row;
}

/** The same, and marks the code used: whatever the action then does, it stays used. Answers what it was about. */
export function useCode<T>(surroundings: Surroundings, project: Project, purpose: CodePurpose, submitted: string): T {
  const row = checkCode(surroundings, project, purpose, submitted);
  markCodeUsed(surroundings.store, row.code, surroundings.clock.now());
  return JSON.parse(row.data) as T;
}

function flawOf(row: CodeRow, now: number): Failure | null {
  if (row.expires_at <= now) return known('VERIFICATION_CODE_EXPIRED');
  if (row.used_at !== null) return known('VERIFICATION_CODE_ALREADY_USED');
  return row.attempts >= mostAttempts ? known('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED') : null;
}
