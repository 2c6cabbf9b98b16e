/** The second step: the digits of an authenticator (wire/flows 2). */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { AppError, fail } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import { catalogue } from '../../contract/service/index';
import type { Target } from '../remote/send';
import { completeSignIn, type SignInDeps } from './complete-sign-in';

/**
 * Hands in the digits. Wrong ones fail with INVALID_TOTP_CODE and leave the flow as it is; an attempt that the service
 * does not take any more ends it.
 */
export async function submitTotp(parts: SignInDeps, flowId: string, windowId: string, typed: string): Promise<SignInStep> {
  const { sender, flows } = parts;
  const flow = flows.find(flowId, windowId, 'totp');
  const { attemptCode, goTo, linkedAccountId } = flow.pending;
  const body = { code: attemptCode, type: 'totp', totp: digitsOf(typed) } as const;
  try {
    const ask = (target: Target) => sender.send(catalogue.auth.mfaSignIn, 'none', target, { body }, { signal: flow.signal });
    const step = await completeSignIn(parts, { ...flow, goTo, linkedAccountId }, ask);
    flows.end(flowId);
    return step;
  } catch (thrown) {
    const known = thrown instanceof AppError ? thrown.report.known : undefined;
    if (known !== undefined && isInGroup(known, 'VERIFICATION_ERROR')) flows.end(flowId);
    throw thrown;
  }
}

/** `bad-input` at `totp` for anything but six digits. */
function digitsOf(typed: string): string {
  const digits = typed.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) throw fail('bad-input', { path: 'totp' });
  return digits;
}
