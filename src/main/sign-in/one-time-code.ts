/** Signing in with a code that was mailed (wire/flows 3): typed, or from the mail's link. */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { AppError, fail } from '../../contract/errors';
import { catalogue } from '../../contract/service/index';
import type { Place } from '../connections/records/place';
import type { Target } from '../remote/send';
import { completeSignIn, placeOf, type SignInDeps, type SignInRequest } from './complete-sign-in';
import { mailFlowMillis, mailSent, resendPause, sendAgain } from './email-flow';
import type { SignedIn } from './finish';
import type { Flow, Pending } from './flows';

export interface CodeSignIn {
  send(entry: SignInRequest & { readonly email: string }): Promise<SignInStep>;
  /** Mails another code; those mailed before stay good. `too-soon` within half a minute, unless the code is known to be spent. */
  resend(flowId: string, windowId: string): Promise<SignInStep>;
  /** Takes the six characters. Fails with the service's own error when they are wrong or spent; the flow stays. */
  submit(flowId: string, windowId: string, typed: string): Promise<SignInStep>;
  /** Takes the whole code, out of a link. */
  withLink(entry: SignInRequest, code: string): Promise<SignInStep>;
}

type CodePending = Extract<Pending, { kind: 'code' }>;

/** Mails of one flow whose codes are tried; each submission costs an attempt at each (wire/flows 3). */
const maxNonces = 3;

/** Creates the way in with a mailed code. */
export function createCodeSignIn(parts: SignInDeps): CodeSignIn {
  const { sender, sessions, flows, clock } = parts;

  const mail = async (place: Place, email: string, signal?: AbortSignal): Promise<string> => {
    const target = await sessions.target(place.connectionId, place.destination);
    const body = { email, callback_url: await parts.callbackAddress(place, 'magic-link-callback') };
    return (await sender.send(catalogue.auth.sendSignInCode, 'none', target, { body }, { signal })).nonce;
  };
  const pendingOf = (email: string, nonces: readonly string[]): CodePending => ({
    kind: 'code',
    email,
    nonces: nonces.slice(0, maxNonces),
    canResendAfter: clock.monotonic() + resendPause,
  });
  const redeem = async (target: Target, code: string, signal?: AbortSignal): Promise<SignedIn> =>
    sender.send(catalogue.auth.codeSignIn, 'none', target, { body: { code } }, { signal });

  /** The characters may be from any of the mails: the newest is tried first. */
  const redeemTyped = async ({ pending, signal }: Flow<CodePending>, target: Target, characters: string): Promise<SignedIn> => {
    let failure: unknown;
    for (const nonce of pending.nonces) {
      try {
        return await redeem(target, characters + nonce, signal);
      } catch (thrown) {
        if (knownOf(thrown) !== 'VERIFICATION_CODE_NOT_FOUND') throw thrown;
        failure ??= thrown;
      }
    }
    throw failure;
  };

  return {
    async send({ email, ...entry }) {
      const place = placeOf(parts, entry);
      const nonce = await mail(place, email);
      return {
        step: 'code-sent',
        ...mailSent(clock, flows.begin({ ...entry, ...place }, pendingOf(email, [nonce]), mailFlowMillis), email),
      };
    },
    async resend(flowId, windowId) {
      const flow = flows.find(flowId, windowId, 'code');
      const { email } = flow.pending;
      const nonce = await sendAgain(parts, flow, () => mail(flow, email, flow.signal));
      flows.change(flowId, 'code', ({ nonces }) => pendingOf(email, [nonce, ...nonces]));
      return { step: 'code-sent', ...mailSent(clock, flowId, email) };
    },
    async submit(flowId, windowId, typed) {
      const flow = flows.find(flowId, windowId, 'code');
      const characters = charactersOf(typed);
      try {
        const step = await completeSignIn(parts, flow, (target) => redeemTyped(flow, target, characters));
        flows.end(flowId);
        return step;
      } catch (thrown) {
        // A spent code needs another one now.
        if (isSpent(knownOf(thrown))) flows.change(flowId, 'code', (pending) => ({ ...pending, canResendAfter: clock.monotonic() }));
        throw thrown;
      }
    },
    withLink: (entry, code) => completeSignIn(parts, entry, (target) => redeem(target, code)),
  };
}

/** The six characters in lower case; `bad-input` at `code` for anything else. */
function charactersOf(typed: string): string {
  const characters = typed.replace(/\s/g, '').toLowerCase();
  if (!/^[0-9a-z]{6}$/.test(characters)) throw fail('bad-input', { path: 'code' });
  return characters;
}

function knownOf(thrown: unknown): string | undefined {
  return thrown instanceof AppError ? thrown.report.known : undefined;
}

function isSpent(known: string | undefined): boolean {
  return known !== undefined && /^VERIFICATION_CODE_(EXPIRED|ALREADY_USED|MAX_ATTEMPTS_REACHED)$/.test(known);
}
