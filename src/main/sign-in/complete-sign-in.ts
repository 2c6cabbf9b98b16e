/** What every way in goes through: the service's answer becomes an account, or the question for a second step. */
import { z } from 'zod';
import type { SignInStep } from '../../contract/bridge/sign-in';
import { readAs } from '../../contract/dispatch';
import { AppError, fail } from '../../contract/errors';
import { attemptCodeMillis } from '../../contract/limits';
import { verificationCode } from '../../contract/service/models/fields';
import type { CallbackAddresses } from '../callback/callback-address';
import type { Place } from '../connections/records/place';
import type { Clock } from '../ports';
import type { Target } from '../remote/send';
import { type FinishDeps, finishSignIn, type Outcome, requestSession, type SignedIn } from './finish';
import type { Flows } from './flows';
import { keepAccount } from './keep-account';

export interface SignInDeps extends FinishDeps {
  readonly flows: Flows;
  readonly clock: Clock;
  /** Returns the redirect URL for the links of an email. */
  readonly callbackAddress: CallbackAddresses['address'];
}

/** Who signs in where, and where a link wants to lead them afterwards. */
export interface SignInRequest {
  readonly connectionId: string;
  readonly windowId: string;
  /** Where the connection pointed when the user started; where it points at the time of the call without it. */
  readonly destination?: string | null;
  readonly goTo?: string | null;
  /** The account to which a provider is connected: it keeps its session. */
  readonly linkedAccountId?: string | null;
}

/**
 * Makes the next step of a service's answer to any way in, which is asked for only while the keychain can keep a session.
 * `outcome` is what the answer itself does not say. Fails with the service's own error, without the parts of it that are secret.
 */
export async function completeSignIn(
  parts: SignInDeps,
  entry: SignInRequest,
  ask: (target: Target) => Promise<SignedIn>,
  outcome: Partial<Outcome> = {},
): Promise<SignInStep> {
  const { goTo = null, linkedAccountId = null } = entry;
  const place = placeOf(parts, entry);
  try {
    const target = await parts.sessions.target(place.connectionId, place.destination);
    const signedIn = await requestSession(parts, () => ask(target));
    if (linkedAccountId !== null) return await keepAccount(parts, place, linkedAccountId, signedIn);
    const isNewUser = outcome.isNewUser ?? signedIn.is_new_user ?? false;
    return await finishSignIn(parts, place, signedIn, { ...outcome, isNewUser, goTo });
  } catch (thrown) {
    const attemptCode = attemptCodeOf(thrown);
    if (attemptCode === null) throw withoutDetails(thrown);
    const flowId = parts.flows.begin({ ...entry, ...place }, { kind: 'totp', attemptCode, goTo, linkedAccountId }, attemptCodeMillis);
    return { step: 'totp', flowId, until: parts.clock.now() + attemptCodeMillis };
  }
}

/** To be taken before anything is awaited: what the user enters is for the server that the connection points to now. */
export function placeOf(
  { destinationOf }: Pick<FinishDeps, 'destinationOf'>,
  { connectionId, destination }: Omit<SignInRequest, 'windowId'>,
): Place {
  return { connectionId, destination: destination ?? destinationOf(connectionId) };
}

const attempt = z.object({ attempt_code: verificationCode });

/** Null for anything but the question for a second step (wire/flows 2). */
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
