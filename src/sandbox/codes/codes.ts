/** Issues, checks and redeems verification codes, with the service's order of errors (wire/flows 8). */

import type { SandboxContext } from '../http/context';
import { type Failure, knownError } from '../http/failures';
import { secretText, uuid } from '../random';
import { type CodePurpose, type CodeRow, countAttempt, findCode, insertCode, markCodeUsed } from '../stores/code-store';
import type { Project } from '../stores/project-store';

/** Lifetime of emailed codes: 7 days (wire/limits 2). */
export const emailedCodeTtlMillis = 7 * 86_400_000;

/** Maximum number of attempts with a code (wire/limits 3). */
const maxAttempts = 20;

interface IssuedCode {
  /** Identifies the code without revealing it, for example as the invitation's ID. */
  readonly id: string;
  /** 45 characters of lower-case Crockford base32. */
  readonly code: string;
}

/** Stores a new code. `data` is returned when the code is redeemed. */
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
 * Returns a usable code without using it up, and counts the attempt. Throws VERIFICATION_CODE_NOT_FOUND, _EXPIRED, _ALREADY_USED or
 * _MAX_ATTEMPTS_REACHED, in this order. Case-insensitive.
 */
export function checkCode({ store, clock }: SandboxContext, project: Project, purpose: CodePurpose, submitted: string): CodeRow {
  const code = submitted.toLowerCase();
  const row = findCode(store, project.key, purpose, code);
  countAttempt(store, project.key, code);
  const failure = row === undefined ? knownError('VERIFICATION_CODE_NOT_FOUND') : findFailure(row, clock.now());
  if (row === undefined || failure !== null) throw failure;
  return row;
}

/** Checks a code like {@link checkCode}, marks it as used, and returns its data. It stays used even if the action fails. */
export function redeemCode<T>(context: SandboxContext, project: Project, purpose: CodePurpose, submitted: string): T {
  const row = checkCode(context, project, purpose, submitted);
  markCodeUsed(context.store, row.code, context.clock.now());
  return JSON.parse(row.data) as T;
}

function findFailure(row: CodeRow, now: number): Failure | null {
  if (row.expires_at <= now) return knownError('VERIFICATION_CODE_EXPIRED');
  if (row.used_at !== null) return knownError('VERIFICATION_CODE_ALREADY_USED');
  return row.attempts >= maxAttempts ? knownError('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED') : null;
}
