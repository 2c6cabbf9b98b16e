/** Signing in. What a person types goes in once; what comes back is the next step, never a token or a code. */
import { z } from 'zod';
import { call } from '../kit';
import { clientUser } from '../service/models/models';

const connectionId = z.string().max(64);
const email = z.string().max(320);
const password = z.string().max(1024);

/** Names a sign-in that waits in the main process for its next step; only the window that began it may go on. */
const flowId = z.string().max(64);

const accountId = z.string().max(64);
/** A provider's id, as the project's configuration lists it. */
const provider = z.string().regex(/^[a-z0-9][\w-]{0,63}$/);

/** A mail is on its way; `canResendAt` in milliseconds since the epoch, `resend` before that fails with `too-soon`. */
const mailed = { flowId: z.string(), email: z.string(), canResendAt: z.int() };

export const signInStep = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('signed-in'),
    accountId: z.string(),
    /** As the service told on the way, so that no window has to ask again; null when it could not be asked. */
    user: clientUser.nullable(),
    isNewUser: z.boolean(),
    /** The account was there before, without a name, and is the same user still. */
    upgraded: z.boolean(),
    /** Where the link that began this wants to lead: a path, or an address that the project trusts. */
    goTo: z.string().nullable(),
  }),
  /** Wants the six digits of an authenticator; `until` in milliseconds since the epoch. Wrong digits leave the step as it is. */
  z.strictObject({ step: z.literal('totp'), flowId: z.string(), until: z.int() }),
  /** Wants the six characters that were mailed. Whatever is wrong with them, the step stays and `resend` mails new ones. */
  z.strictObject({ step: z.literal('code-sent'), ...mailed }),
  /** Nothing to type: the mail's link goes on. Says nothing about whether anybody has that address. */
  z.strictObject({ step: z.literal('mail-sent'), ...mailed }),
  /**
   * Continues in the system browser; `wait` returns the outcome, until `until` (milliseconds since the epoch). `provider` where
   * `purpose` has one.
   */
  z.strictObject({
    step: z.literal('browser'),
    flowId: z.string(),
    purpose: z.enum(['provider', 'link', 'cli', 'passkey', 'passkey-registration']),
    provider: z.string().nullable(),
    until: z.int(),
    /** Whether a browser opened. Where none did, the user can copy the address and open it. */
    isOpen: z.boolean(),
    /**
     * Whether the browser will come back here. `unknown`: this connection may not read the project's domains, so that it may
     * end on an error page of the service, which finds out last.
     */
    trust: z.enum(['trusted', 'unknown']),
  }),
  /** The user can sign in with the passkey that was just made. */
  z.strictObject({ step: z.literal('passkey-registered'), accountId: z.string() }),
]);
export type SignInStep = z.output<typeof signInStep>;
export type BrowserStep = Extract<SignInStep, { step: 'browser' }>;
export type SignedInStep = Extract<SignInStep, { step: 'signed-in' }>;

/**
 * Every way in ends with a step. Nobody needs to sign out first: finishing makes the new account the connection's current
 * one, and signing in as somebody who is there already replaces their session. Passwords that a project would refuse are a
 * `bad-input` at `password` before anything is sent. A flow that is over, or another window's, fails with `flow-over`.
 */
export const signIn = {
  withPassword: call(z.strictObject({ connectionId, email, password }), signInStep),
  signUp: call(z.strictObject({ connectionId, email, password }), signInStep),
  /** Mails a code and a link that sign in, and up where the project allows that. */
  sendCode: call(z.strictObject({ connectionId, email }), signInStep),
  /** The six characters in any case, with spaces or without; anything else is a `bad-input` at `code`, and nothing is sent. */
  submitCode: call(z.strictObject({ flowId, code: z.string().max(64) }), signInStep),
  /** Six digits, with spaces or without; anything else is a `bad-input` at `totp`, and nothing is sent. */
  submitTotp: call(z.strictObject({ flowId, totp: z.string().max(64) }), signInStep),
  /** Mails once more what the flow mailed last. Codes mailed before stay good. */
  resend: call(z.strictObject({ flowId }), signInStep),
  anonymous: call(z.strictObject({ connectionId }), signInStep),
  /**
   * Gives an anonymous account an address and a password; it stays the same user. When it fails half-way the account is as
   * usable as before, and doing it again goes on from there. Fails with `bad-input` at `accountId` for any other account.
   */
  upgrade: call(z.strictObject({ accountId, email, password }), signInStep),
  /** Mails a link that resets the password. */
  forgotPassword: call(z.strictObject({ connectionId, email }), signInStep),
  /** Opens the provider's page. Fails with `return-not-trusted` where the project is known to lead nobody back: see `withCli`. */
  withProvider: call(z.strictObject({ connectionId, provider }), signInStep),
  /** The same, to connect a provider's account to a user; `scope` are scopes beyond the usual, separated by spaces. */
  linkOAuth: call(z.strictObject({ accountId, provider, scope: z.string().max(2048).optional() }), signInStep),
  /**
   * Asks the project's own site to sign this app in, for projects that lead nobody back to this machine. `appUrl` is that
   * site; without it the project's first trusted domain. Fails with `bad-input` at `appUrl` where neither is known.
   */
  withCli: call(z.strictObject({ connectionId, appUrl: z.string().max(2048).optional() }), signInStep),
  /**
   * Uses a passkey on a page of this machine. Passkeys belong to the host they were made on: one of the project's own site
   * does not work here. Fails with `return-not-trusted` where localhost is known to be off.
   */
  withPasskey: call(z.strictObject({ connectionId }), signInStep),
  /**
   * Makes a passkey that works on this machine's pages. Fails with `passkey-on-own-site` on production connections, where it
   * would replace the one of the project's site; with `passkey-exists` where there is one already and `replace` is not set.
   */
  registerPasskey: call(z.strictObject({ accountId, replace: z.boolean() }), signInStep),
  /** Opens the account page of the project's own site; fails with `site-unknown` where no trusted domain is known. */
  openAccountPage: call(z.strictObject({ connectionId }), z.null()),
  /** The step after `browser`, as soon as there is one; `flow-over` when there will be none. */
  wait: call(z.strictObject({ flowId }), signInStep),
  /** Opens the browser once more. */
  openAgain: call(z.strictObject({ flowId }), z.null()),
  /**
   * Copies the address that the browser opens for 30 seconds. Where only the page has a clipboard, it gets `link` instead: it redirects
   * to the address once, within a minute, in a browser that reaches this machine’s callback server.
   */
  copyLink: call(z.strictObject({ flowId }), z.strictObject({ link: z.string().nullable() })),
  /** Gives a flow up, with whatever it has under way; one that is over already is no error. */
  cancel: call(z.strictObject({ flowId }), z.null()),
};
