/** Sign-in and sign-up with a password, and emails that reset it. */
import type { SignInStep } from '#contract/bridge/sign-in.ts';
import { fail } from '#contract/errors.ts';
import { passwordBytes, passwordLength } from '#contract/limits.ts';
import { catalog } from '#contract/service/index.ts';
import type { CallbackAddresses } from '../callback/callback-address';
import type { AssertWritable } from '../gateway/safety';
import { type PinnedConnection, pinConnection } from '../records/pinned-connection';
import type { Target } from '../remote/send';
import { type CompleteSignInDeps, completeSignIn, type SignInRequest } from './complete-sign-in';
import { mailFlowMillis, mailSent, resendPause, sendAgain } from './email-flow';

interface Credentials extends SignInRequest {
  readonly email: string;
  readonly password: string;
}

export interface PasswordSignIn {
  /** Throws the service's own error without its secret details. */
  signIn(credentials: Credentials): Promise<SignInStep>;
  /** Throws `bad-input` at `password` for a password that the service would reject, before anything is sent. */
  signUp(credentials: Credentials): Promise<SignInStep>;
  /** Requests an email with a password reset link. The service doesn't report whether the email address is registered. */
  forgot(request: SignInRequest & { readonly email: string }): Promise<SignInStep>;
  /** Sends that email again. Throws `too-soon` within 30 seconds. */
  resend(flowId: string, windowId: string): Promise<SignInStep>;
}

export interface PasswordSignInDeps extends CompleteSignInDeps {
  /** Returns the redirect URL for the links of an email. */
  readonly callbackAddress: CallbackAddresses['address'];
  readonly assertWritable: AssertWritable;
}

/** Creates the sign-in method with a password. */
export function createPasswordSignIn(deps: PasswordSignInDeps): PasswordSignIn {
  const { sender, sessions, flows, clock } = deps;

  const sendReset = async (pinned: PinnedConnection, email: string, signal?: AbortSignal): Promise<void> => {
    // Checked here, because a read-only connection would refuse the link in the email.
    const assertAllowed = () => deps.assertWritable(pinned.connectionId);
    assertAllowed();
    const target = await sessions.target(pinned.connectionId, pinned.destination);
    const body = { email, callback_url: await deps.callbackAddress(pinned, 'password-reset') };
    const origin = { source: 'window', connectionId: pinned.connectionId } as const;
    await sender.send(catalog.auth.sendPasswordReset, 'none', target, { body }, { signal, assertAllowed, origin });
  };

  return {
    signIn({ email, password, ...request }) {
      const body = { email, password };
      return completeSignIn(deps, request, (target) => sender.send(catalog.auth.passwordSignIn, 'none', target, { body }));
    },
    async signUp({ email, password, ...request }) {
      assertPassword(password);
      const assertAllowed = () => deps.assertWritable(request.connectionId);
      assertAllowed();
      const pinned = pinConnection(deps, request);
      const send = async (target: Target) => {
        const address = await deps.callbackAddress(pinned, 'email-verification');
        const body = { email, password, verification_callback_url: address };
        return sender.send(catalog.auth.passwordSignUp, 'none', target, { body }, { assertAllowed });
      };
      return completeSignIn(deps, { ...request, ...pinned }, send, { isNewUser: true });
    },
    async forgot({ email, ...request }) {
      const pinned = pinConnection(deps, request);
      await sendReset(pinned, email);
      const pending = { kind: 'reset', email, canResendAfter: clock.monotonic() + resendPause } as const;
      return { step: 'mail-sent', ...mailSent(clock, flows.begin({ ...request, ...pinned }, pending, mailFlowMillis), email) };
    },
    async resend(flowId, windowId) {
      const flow = flows.find(flowId, windowId, 'reset');
      const { email } = flow.pending;
      await sendAgain(deps, flow, () => sendReset(flow, email, flow.signal));
      flows.change(flowId, 'reset', (pending) => ({ ...pending, canResendAfter: clock.monotonic() + resendPause }));
      return { step: 'mail-sent', ...mailSent(clock, flowId, email) };
    },
  };
}

/** Throws `bad-input` at `password` for a password that the service would reject, before a code or a session is used up for it. */
export function assertPassword(password: string): void {
  const tooLong = password.length > passwordLength.max || new TextEncoder().encode(password).length > passwordBytes;
  if (password.length < passwordLength.min || tooLong) throw fail('bad-input', { path: 'password' });
}
