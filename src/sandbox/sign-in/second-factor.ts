/** Two-factor authentication, which interrupts every sign-in method (wire/flows 2). */
import { Secret, TOTP } from 'otpauth';
import { issueCode } from '../codes/codes';
import type { SandboxContext } from '../http/context';
import { knownError } from '../http/failures';
import type { Project } from '../stores/project-store';
import type { UserRow } from '../stores/user-store';

/** 5 minutes (wire/limits 2). */
const attemptTtlMillis = 5 * 60_000;

/** Data of an attempt code. */
export interface MfaAttempt {
  readonly user_id: string;
  readonly is_new_user: boolean;
}

/** Throws MULTI_FACTOR_AUTHENTICATION_REQUIRED with a new attempt code for users with a TOTP secret. */
export function requireNoSecondFactor(
  context: SandboxContext,
  project: Project,
  user: Pick<UserRow, 'id' | 'totp_secret'>,
  isNewUser = false,
): void {
  if (user.totp_secret === null) return;
  const data: MfaAttempt = { user_id: user.id, is_new_user: isNewUser };
  const { code } = issueCode(context, project, { purpose: 'mfa-attempt', data, ttlMillis: attemptTtlMillis });
  throw knownError('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: code });
}

/** Whether the digits are the TOTP code of the current step; adjacent steps aren't accepted (wire/flows 2). False without a secret. */
export function isCurrentTotp(secretBase64: string | null, digits: string, now: number): boolean {
  if (secretBase64 === null || !/^[0-9]{6}$/.test(digits)) return false;
  const secret = new Secret({ buffer: new Uint8Array(Buffer.from(secretBase64, 'base64')).buffer });
  return new TOTP({ secret }).validate({ token: digits, timestamp: now, window: 0 }) !== null;
}
