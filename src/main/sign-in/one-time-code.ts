/** Sign-in with a one-time code (wire/flows 3), typed or from the email's link. */

import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { AppError, fail } from '#contract/errors.ts';
import { catalog } from '#contract/service/index.ts';
import { narrowText } from '#contract/text/machine-text.ts';
import type { CallbackAddresses } from '../callback/callback-address';
import { type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { Sender, Target } from '../remote/send';
import { type CompleteSignInDeps, completeSignIn, type SignInRequest } from './complete-sign-in';
import { mailFlowMillis, mailSent, resendPause, sendAgain } from './email-flow';
import type { SignedIn } from './finish';
import type { Flow, Pending } from './flows';

export interface CodeSignIn {
  send(request: SignInRequest & { readonly email: string }): Promise<SignInStep>;
  /** Sends another code; earlier ones stay valid. Throws `too-soon` within 30 seconds, unless the code is known to be used up. */
  resend(flowId: string, windowId: string): Promise<SignInStep>;
  /** Submits the six characters. Throws the service's own error for an incorrect or used code; the flow goes on. */
  submit(flowId: string, windowId: string, typed: string): Promise<SignInStep>;
  /** Signs in with the whole code from a link. */
  withLink(request: SignInRequest, code: string): Promise<SignInStep>;
}

type CodePending = Extract<Pending, { kind: 'code' }>;

/** Maximum number of emails per flow whose codes are tried; each submission counts as an attempt at each code (wire/flows 3). */
const maxNonces = 3;

export interface CodeSignInDeps extends CompleteSignInDeps {
  /** Returns the redirect URL for the links of an email. */
  readonly callbackAddress: CallbackAddresses['address'];
}

/** Creates the sign-in method with a one-time code. */
export function createCodeSignIn(deps: CodeSignInDeps): CodeSignIn {
  const { sender, sessions, flows, clock } = deps;

  const mail = async (pinned: PinnedConnection, email: string, signal?: AbortSignal): Promise<string> => {
    const target = await sessions.target(pinned.connectionId, pinned.destination);
    const body = { email, callback_url: await deps.callbackAddress(pinned, 'magic-link-callback') };
    return (await sender.send(catalog.auth.sendSignInCode, 'none', target, { body }, { signal })).nonce;
  };
  const pendingOf = (email: string, nonces: readonly string[]): CodePending => ({
    kind: 'code',
    email,
    nonces: nonces.slice(0, maxNonces),
    canResendAfter: clock.monotonic() + resendPause,
  });

  return {
    async send({ email, ...request }) {
      const pinned = pinConnection(deps, request);
      const nonce = await mail(pinned, email);
      return {
        step: 'code-sent',
        ...mailSent(clock, flows.begin({ ...request, ...pinned }, pendingOf(email, [nonce]), mailFlowMillis), email),
      };
    },
    async resend(flowId, windowId) {
      const flow = flows.find(flowId, windowId, 'code');
      const { email } = flow.pending;
      const nonce = await sendAgain(deps, flow, () => mail(flow, email, flow.signal));
      flows.change(flowId, 'code', ({ nonces }) => pendingOf(email, [nonce, ...nonces]));
      return { step: 'code-sent', ...mailSent(clock, flowId, email) };
    },
    async submit(flowId, windowId, typed) {
      const flow = flows.find(flowId, windowId, 'code');
      const characters = charactersOf(typed);
      try {
        const step = await completeSignIn(deps, flow, (target) => redeemTyped(sender, flow, target, characters));
        flows.end(flowId);
        return step;
      } catch (thrown) {
        // A used or expired code can be replaced immediately.
        if (isSpent(knownOf(thrown))) flows.change(flowId, 'code', (pending) => ({ ...pending, canResendAfter: clock.monotonic() }));
        throw thrown;
      }
    },
    withLink: (request, code) => completeSignIn(deps, request, (target) => redeem(sender, target, code)),
  };
}

function redeem(sender: Sender, target: Target, code: string, signal?: AbortSignal): Promise<SignedIn> {
  return sender.send(catalog.auth.codeSignIn, 'none', target, { body: { code } }, { signal });
}

/** Tries the characters with every email of the flow, the newest first. */
async function redeemTyped(sender: Sender, { pending, signal }: Flow<CodePending>, target: Target, characters: string): Promise<SignedIn> {
  let failure: unknown;
  for (const nonce of pending.nonces) {
    try {
      return await redeem(sender, target, characters + nonce, signal);
    } catch (thrown) {
      if (knownOf(thrown) !== 'VERIFICATION_CODE_NOT_FOUND') throw thrown;
      failure ??= thrown;
    }
  }
  throw failure;
}

/** Returns the six characters in lower case. Throws `bad-input` at `code` for anything else. */
function charactersOf(typed: string): string {
  const characters = narrowText(typed).replace(/\s/g, '').toLowerCase();
  if (!/^[0-9a-z]{6}$/.test(characters)) throw fail('bad-input', { path: 'code' });
  return characters;
}

function knownOf(thrown: unknown): string | undefined {
  return thrown instanceof AppError ? thrown.report.known : undefined;
}

function isSpent(known: string | undefined): boolean {
  return known !== undefined && /^VERIFICATION_CODE_(EXPIRED|ALREADY_USED|MAX_ATTEMPTS_REACHED)$/.test(known);
}
