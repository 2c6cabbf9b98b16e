/** Two-factor authentication with a code from an authenticator app (wire/flows 2). */

import type { SignInStep } from '../../contract/bridge/sign-in';
import { AppError, fail } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import { catalogue } from '../../contract/service/index';
import { narrowText } from '../../contract/text/machine-text';
import type { Target } from '../remote/send';
import { type CompleteSignInDeps, completeSignIn } from './complete-sign-in';

/**
 * Submits the authentication code. Throws INVALID_TOTP_CODE for an incorrect code, after which the flow goes on. An attempt that the
 * service no longer accepts ends the flow.
 */
export async function submitTotp(deps: CompleteSignInDeps, flowId: string, windowId: string, typed: string): Promise<SignInStep> {
  const { sender, flows } = deps;
  const flow = flows.find(flowId, windowId, 'totp');
  const { attemptCode, goTo, linkedAccountId } = flow.pending;
  const body = { code: attemptCode, type: 'totp', totp: digitsOf(typed) } as const;
  try {
    const send = (target: Target) => sender.send(catalogue.auth.mfaSignIn, 'none', target, { body }, { signal: flow.signal });
    const step = await completeSignIn(deps, { ...flow, goTo, linkedAccountId }, send);
    flows.end(flowId);
    return step;
  } catch (thrown) {
    const known = thrown instanceof AppError ? thrown.report.known : undefined;
    if (known !== undefined && isInGroup(known, 'VERIFICATION_ERROR')) flows.end(flowId);
    throw thrown;
  }
}

/** Returns the digits without spaces. Throws `bad-input` at `totp` for anything but six digits. */
export function digitsOf(typed: string): string {
  const digits = narrowText(typed).replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) throw fail('bad-input', { path: 'totp' });
  return digits;
}
