/** The second factor, which interrupts every way of signing in (flows 2). */
import { issueCode } from './codes';
import type { Surroundings } from './context';
import { known } from './failures';
import type { Project } from './store/projects';
import type { UserRow } from './store/users';

/** Five minutes (limits 2). */
const attemptLifeMillis = 5 * 60_000;

/** What an attempt code is about. */
export interface MfaAttempt {
  readonly user_id: string;
  readonly is_new_user: boolean;
}

/** Fails with MULTI_FACTOR_AUTHENTICATION_REQUIRED and a fresh attempt code for users with a TOTP secret. */
export function requireNoSecondFactor(
  surroundings: Surroundings,
  project: Project,
  user: Pick<UserRow, 'id' | 'totp_secret'>,
  isNewUser = false,
): void {
  if (user.totp_secret === null) return;
  const data: MfaAttempt = { user_id: user.id, is_new_user: isNewUser };
  const { code } = issueCode(surroundings, project, { purpose: 'mfa-attempt', data, lifeMillis: attemptLifeMillis });
  throw known('MULTI_FACTOR_AUTHENTICATION_REQUIRED', { attempt_code: code });
}
