/** Signing in and up with a password, and asking for the mail that resets it. */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { catalogue } from '../../contract/service/index';
import type { Place } from '../connections/records/place';
import type { Target } from '../remote/send';
import { completeSignIn, placeOf, type SignInDeps, type SignInRequest } from './complete-sign-in';
import { mailFlowMillis, mailSent, resendPause, sendAgain } from './email-flow';
import { assertPassword } from './password-rules';

export interface Credentials extends SignInRequest {
  readonly email: string;
  readonly password: string;
}

export interface PasswordSignIn {
  /** Fails with the service's own error, without the parts of it that are secret. */
  signIn(credentials: Credentials): Promise<SignInStep>;
  /** Refuses a password the service would refuse before anything is sent: `bad-input` at `password`. */
  signUp(credentials: Credentials): Promise<SignInStep>;
  /** Has the service mail a link that resets the password, if it knows the address; it does not say. */
  forgot(entry: SignInRequest & { readonly email: string }): Promise<SignInStep>;
  /** Mails that link again; `too-soon` within half a minute. */
  resend(flowId: string, windowId: string): Promise<SignInStep>;
}

/** Creates the way in with a password. */
export function createPasswordSignIn(parts: SignInDeps): PasswordSignIn {
  const { sender, sessions, flows, clock } = parts;

  const sendReset = async (place: Place, email: string, signal?: AbortSignal): Promise<void> => {
    // The link in the email would be refused.
    const assertAllowed = () => parts.assertWritable(place.connectionId);
    assertAllowed();
    const target = await sessions.target(place.connectionId, place.destination);
    const body = { email, callback_url: await parts.callbackAddress(place, 'password-reset') };
    await sender.send(catalogue.auth.sendPasswordReset, 'none', target, { body }, { signal, assertAllowed });
  };

  return {
    signIn({ email, password, ...entry }) {
      const body = { email, password };
      return completeSignIn(parts, entry, (target) => sender.send(catalogue.auth.passwordSignIn, 'none', target, { body }));
    },
    async signUp({ email, password, ...entry }) {
      assertPassword(password);
      const assertAllowed = () => parts.assertWritable(entry.connectionId);
      assertAllowed();
      const place = placeOf(parts, entry);
      const ask = async (target: Target) => {
        const address = await parts.callbackAddress(place, 'email-verification');
        const body = { email, password, verification_callback_url: address };
        return sender.send(catalogue.auth.passwordSignUp, 'none', target, { body }, { assertAllowed });
      };
      return completeSignIn(parts, { ...entry, ...place }, ask, { isNewUser: true });
    },
    async forgot({ email, ...entry }) {
      const place = placeOf(parts, entry);
      await sendReset(place, email);
      const pending = { kind: 'reset', email, canResendAfter: clock.monotonic() + resendPause } as const;
      return { step: 'mail-sent', ...mailSent(clock, flows.begin({ ...entry, ...place }, pending, mailFlowMillis), email) };
    },
    async resend(flowId, windowId) {
      const flow = flows.find(flowId, windowId, 'reset');
      const { email } = flow.pending;
      await sendAgain(parts, flow, () => sendReset(flow, email, flow.signal));
      flows.change(flowId, 'reset', (pending) => ({ ...pending, canResendAfter: clock.monotonic() + resendPause }));
      return { step: 'mail-sent', ...mailSent(clock, flowId, email) };
    },
  };
}
