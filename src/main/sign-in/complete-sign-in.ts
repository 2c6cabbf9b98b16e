/** Completes every sign-in method: turns the service's response into an account, or into the step for two-factor authentication. */
import { z } from 'zod';
import type { SignedInStep, SignInStep } from '#contract/bridge/sign-in.ts';
import { readAs } from '#contract/dispatch.ts';
import { AppError, fail } from '#contract/errors.ts';
import { attemptCodeMillis } from '#contract/limits.ts';
import { verificationCode } from '#contract/service/models/fields.ts';
import type { Clock } from '../ports/ports';
import { type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { Target } from '../remote/send';
import { revokeRemoteSession } from '../session/session-calls';
import { type FinishDeps, finishSignIn, type Outcome, readAccountUser, requestSession, type SignedIn } from './finish';
import type { Flows } from './flows';

export interface CompleteSignInDeps extends FinishDeps {
  readonly flows: Flows;
  readonly clock: Clock;
}

/** Where a sign-in happens and where to continue afterwards. */
export interface SignInRequest {
  readonly connectionId: string;
  readonly windowId: string;
  /** Where the connection pointed when the user started; if undefined, where it points at the time of the call. */
  readonly destination?: string | null;
  readonly goTo?: string | null;
  /** The account to which a provider is connected; it keeps its session. */
  readonly linkedAccountId?: string | null;
}

/**
 * Requests tokens with `send` and returns the next step. Sends nothing unless the keychain can store a session. `outcome` adds facts that
 * the response doesn't contain. Throws the service's own error without its secret details.
 */
export async function completeSignIn(
  deps: CompleteSignInDeps,
  request: SignInRequest,
  send: (target: Target) => Promise<SignedIn>,
  outcome: Partial<Outcome> = {},
): Promise<SignInStep> {
  const { goTo = null, linkedAccountId = null } = request;
  const pinned = pinConnection(deps, request);
  try {
    const target = await deps.sessions.target(pinned.connectionId, pinned.destination);
    const signedIn = await requestSession(deps, () => send(target));
    if (linkedAccountId !== null) return await keepAccount(deps, pinned, linkedAccountId, signedIn);
    const isNewUser = outcome.isNewUser ?? signedIn.is_new_user ?? false;
    return await finishSignIn(deps, pinned, signedIn, { ...outcome, isNewUser, goTo });
  } catch (thrown) {
    const attemptCode = attemptCodeOf(thrown);
    if (attemptCode === null) throw withoutDetails(thrown);
    const flowId = deps.flows.begin({ ...request, ...pinned }, { kind: 'totp', attemptCode, goTo, linkedAccountId }, attemptCodeMillis);
    return { step: 'totp', flowId, until: deps.clock.now() + attemptCodeMillis };
  }
}

const attempt = z.object({ attempt_code: verificationCode });

/** Returns the attempt code of an error that requires two-factor authentication (wire/flows 2); null for any other error. */
function attemptCodeOf(thrown: unknown): string | null {
  if (!(thrown instanceof AppError) || thrown.report.known !== 'MULTI_FACTOR_AUTHENTICATION_REQUIRED') return null;
  const found = readAs(attempt, thrown.report.details);
  if (!found.ok) throw fail('bad-response', { path: 'details.attempt_code' });
  return found.value.attempt_code;
}

/** Returns the error without its details, which may contain codes that sign in and must not leave the main process. */
export function withoutDetails(thrown: unknown): unknown {
  if (!(thrown instanceof AppError)) return thrown;
  const { details: _secret, ...report } = thrown.report;
  return new AppError(report, { cause: thrown });
}

/**
 * Revokes the session that the service started for the same user (wire/flows 5.2), also after two-factor authentication. Revokes nothing if
 * the service returned the account’s own session, or if that can’t be read to compare the two.
 */
async function keepAccount(
  deps: FinishDeps & { readonly clock: Clock },
  pinned: PinnedConnection,
  accountId: string,
  signedIn: SignedIn,
): Promise<SignedInStep> {
  const { access_token: access, refresh_token: refresh } = signedIn;
  if (!(await isSpare(deps, pinned, accountId, refresh))) return kept(deps, pinned, accountId);
  const spare = { tokens: async () => ({ access, refresh }), refuse: () => undefined };
  await revokeRemoteSession(deps.sender, deps.clock, () => deps.sessions.target(pinned.connectionId, pinned.destination), spare);
  return kept(deps, pinned, accountId);
}

async function kept(deps: FinishDeps, pinned: PinnedConnection, accountId: string): Promise<SignedInStep> {
  const user = await readAccountUser(deps, accountId, pinned);
  return { step: 'signed-in', accountId, user, isNewUser: false, upgraded: false, goTo: null };
}

/** Error codes of accounts whose own session needs no protection anymore. */
const missing: ReadonlySet<string> = new Set(['unknown-account', 'signed-out', 'session-ended']);

async function isSpare(
  { sessions }: FinishDeps,
  { connectionId }: PinnedConnection,
  accountId: string,
  refreshToken: string,
): Promise<boolean> {
  try {
    const { refresh } = await sessions.source(accountId, connectionId).tokens();
    return refresh !== refreshToken;
  } catch (thrown) {
    if (thrown instanceof AppError) return missing.has(thrown.code);
    throw thrown;
  }
}
