/** What every way in goes through: the service's answer becomes an account, or the question for a second step. */
import { z } from 'zod';
import type { SignInStep } from '../../contract/bridge/sign-in';
import { readAs } from '../../contract/dispatch';
import { AppError, fail } from '../../contract/errors';
import { attemptCodeMillis } from '../../contract/limits';
import { verificationCode } from '../../contract/service/fields';
import type { Clock } from '../ports';
import type { CallbackAddresses } from './callback-address';
import { askForSession, finishSignIn, type Outcome, type SignedIn, type SignInParts } from './finish';
import type { Flows } from './flows';

export interface WayInParts extends SignInParts {
  readonly flows: Flows;
  readonly clock: Clock;
  /** Where a mail's link is to lead. */
  readonly callbackAddress: CallbackAddresses['address'];
}

/** Who signs in where, and where a link wants to lead them afterwards. */
export interface Entry {
  readonly connectionId: string;
  readonly windowId: string;
  readonly goTo?: string | null;
}

/**
 * Makes the next step of a service's answer to any way in, which is asked for only while the keychain can keep a session.
 * `outcome` is what the answer itself does not say. Fails with the service's own error, without the parts of it that are secret.
 */
export async function enter(
  parts: WayInParts,
  entry: Entry,
  ask: () => Promise<SignedIn>,
  outcome: Partial<Outcome> = {},
): Promise<SignInStep> {
  const { connectionId, goTo = null } = entry;
  try {
    const signedIn = await askForSession(parts, ask);
    const isNewUser = outcome.isNewUser ?? signedIn.is_new_user ?? false;
    return await finishSignIn(parts, connectionId, signedIn, { ...outcome, isNewUser, goTo });
  } catch (thrown) {
    const attemptCode = attemptCodeOf(thrown);
    if (attemptCode === null) throw withoutDetails(thrown);
    const flowId = parts.flows.begin(entry, { kind: 'totp', attemptCode, goTo }, attemptCodeMillis);
    return { step: 'totp', flowId, until: parts.clock.now() + attemptCodeMillis };
  }
}

const attempt = z.object({ attempt_code: verificationCode });

/** Null for anything but the question for a second step (flows 2). */
function attemptCodeOf(thrown: unknown): string | null {
  if (!(thrown instanceof AppError) || thrown.report.known !== 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') return null;
  const found = readAs(attempt, thrown.report.details);
  if (!found.ok) throw fail('bad-response', { path: 'details.attempt_code' });
  return found.value.attempt_code;
}

/** Details may hold codes that sign in: they stay here. */
export function withoutDetails(thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  const { details: _secret, ...report } = thrown.report;
  return new AppError(report, { cause: thrown });
}
