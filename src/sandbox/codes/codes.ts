/** Verification codes as the endpoints use them: handed out, checked and used up in the service's order (wire/flows 8). */

import type { Project } from '../projects/project-store';
import { secretText, uuid } from '../random';
import type { SandboxContext } from '../server/context';
import { type Failure, knownError } from '../server/failures';
import { type CodePurpose, type CodeRow, countAttempt, findCode, insertCode, markCodeUsed } from './code-store';

/** Seven days: one-time passwords, resets, channels, invitations (wire/limits 2). */
export const emailedCodeTtlMillis = 7 * 86_400_000;

/** Submissions after which a code is worth nothing (wire/limits 3). */
const maxAttempts = 20;

export interface IssuedCode {
  /** Names the code without giving it away: the invitation's id. */
  readonly id: string;
  /** 45 characters of lower-case Crockford base32. */
  readonly code: string;
}

/** Hands out a code that lives for so many milliseconds; `data` is what using it will need. */
export function issueCode(
  { store, clock, random }: SandboxContext,
  project: Project,
  { purpose, data, ttlMillis }: { readonly purpose: CodePurpose; readonly data: unknown; readonly ttlMillis: number },
): IssuedCode {
  const code = secretText(random);
  const id = uuid(random);
  const now = clock.now();
  insertCode(store, { code, id, project: project.key, purpose, data: JSON.stringify(data), now, expiresAt: now + ttlMillis });
  return { id, code };
}

/**
 * Finds a code that can still be used, without using it up, and counts the attempt. Fails with VERIFICATION_CODE_NOT_FOUND,
 * _EXPIRED, _ALREADY_USED or _MAX_ATTEMPTS_REACHED, in this order. Case does not matter.
 */
export function checkCode({ store, clock }: SandboxContext, project: Project, purpose: CodePurpose, submitted: string): CodeRow {
  const code = submitted.toLowerCase();
  const row = findCode(store, project.key, purpose, code);
  countAttempt(store, project.key, code);
  const failure = row === undefined ? knownError('VERIFICATION_CODE_NOT_FOUND') : findFailure(row, clock.now());
  if (row === undefined || failure !== null) throw failure;
  return row;
}

/** The same, and marks the code used: whatever the action then does, it stays used. Answers what it was about. */
export function useCode<T>(context: SandboxContext, project: Project, purpose: CodePurpose, submitted: string): T {
  const row = checkCode(context, project, purpose, submitted);
  markCodeUsed(context.store, row.code, context.clock.now());
  return JSON.parse(row.data) as T;
}

function findFailure(row: CodeRow, now: number): Failure | null {
  if (row.expires_at <= now) return knownError('VERIFICATION_CODE_EXPIRED');
  if (row.used_at !== null) return knownError('VERIFICATION_CODE_ALREADY_USED');
  return row.attempts >= maxAttempts ? knownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED') : null;
}
