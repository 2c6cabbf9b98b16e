/** Signing in and up with a password, and asking for the mail that resets it. */
import type { SignInStep } from '../../contract/bridge/sign-in';
import { catalogue } from '../../contract/service/index';
import { type Entry, enter, type WayInParts } from './enter';
import { assertResend, mailFlowMillis, mailSent, resendPause } from './mail-flow';
import { assertPassword } from './password-rules';

export interface Credentials extends Entry {
  readonly email: string;
  readonly password: string;
}

export interface PasswordSignIn {
  /** Fails with the service's own error, without the parts of it that are secret. */
  signIn(credentials: Credentials): Promise<SignInStep>;
  /** Refuses a password the service would refuse before anything is sent: `bad-input` at `password`. */
  signUp(credentials: Credentials): Promise<SignInStep>;
  /** Has the service mail a link that resets the password, if it knows the address; it does not say. */
  forgot(entry: Entry & { readonly email: string }): Promise<SignInStep>;
  /** Mails that link again; `too-soon` within half a minute. */
  resend(flowId: string, windowId: string): Promise<SignInStep>;
}

/** Creates the way in with a password. */
export function createPasswordSignIn(parts: WayInParts): PasswordSignIn {
  const { sender, timedTarget, flows, clock } = parts;

  const sendReset = async (connectionId: string, email: string, signal?: AbortSignal): Promise<void> => {
    // The link that it mails would be refused.
    parts.assertWritable(connectionId);
    const body = { email, callback_url: await parts.callbackAddress(connectionId, 'password-reset') };
    await sender.send(catalogue.auth.sendPasswordReset, 'none', await timedTarget(connectionId), { body }, { signal });
  };

  return {
    signIn({ email, password, ...entry }) {
      const ask = async () =>
        sender.send(catalogue.auth.passwordSignIn, 'none', await timedTarget(entry.connectionId), { body: { email, password } });
      return enter(parts, entry, ask);
    },
    async signUp({ email, password, ...entry }) {
      assertPassword(password);
      parts.assertWritable(entry.connectionId);
      const body = { email, password, verification_callback_url: await parts.callbackAddress(entry.connectionId, 'email-verification') };
      const target = await timedTarget(entry.connectionId);
      return enter(parts, entry, () => sender.send(catalogue.auth.passwordSignUp, 'none', target, { body }), { isNewUser: true });
    },
    async forgot({ email, ...entry }) {
      await sendReset(entry.connectionId, email);
      const pending = { kind: 'reset', email, canResendAfter: clock.monotonic() + resendPause } as const;
      return { step: 'mail-sent', ...mailSent(clock, flows.begin(entry, pending, mailFlowMillis), email) };
    },
    async resend(flowId, windowId) {
      const { connectionId, pending, signal } = flows.find(flowId, windowId, 'reset');
      assertResend(clock, pending);
      await sendReset(connectionId, pending.email, signal);
      flows.change(flowId, { ...pending, canResendAfter: clock.monotonic() + resendPause });
      return { step: 'mail-sent', ...mailSent(clock, flowId, pending.email) };
    },
  };
}
