/** Sign-in flows. Each call returns the next step, never a token or a code. */
import { z } from 'zod';
import { call } from '../definitions';
import { clientUser } from '../service/models/user-models';

const connectionId = z.string().max(64);
const email = z.string().max(320);
const password = z.string().max(1024);

/** ID of a sign-in flow in the main process. Only the window that started the flow may continue it. */
const flowId = z.string().max(64);

const accountId = z.string().max(64);
/** A provider's ID in the project's configuration. */
const provider = z.string().regex(/^[a-z0-9][\w-]{0,63}$/);

/** An email was sent. Before `canResendAt` (milliseconds since the epoch), `resend` throws `too-soon`. */
const mailed = { flowId: z.string(), email: z.string(), canResendAt: z.int() };

export const signInStep = z.discriminatedUnion('step', [
  z.strictObject({
    step: z.literal('signed-in'),
    accountId: z.string(),
    /** The user, so that windows don't need to request it; null if the request failed. */
    user: clientUser.nullable(),
    isNewUser: z.boolean(),
    /** Whether an anonymous account was upgraded; it is still the same user. */
    upgraded: z.boolean(),
    /** The redirect of the link that started the flow: a path, or a URL that the project trusts. */
    goTo: z.string().nullable(),
  }),
  /** Requires the 6-digit code of an authenticator app, until `until` (milliseconds since the epoch). A wrong code can be corrected. */
  z.strictObject({ step: z.literal('totp'), flowId: z.string(), until: z.int() }),
  /** Requires the one-time code from an email. After a wrong code, the step stays valid and `resend` sends a new code. */
  z.strictObject({ step: z.literal('code-sent'), ...mailed }),
  /** The link in an email continues. Does not reveal whether a user with that email exists. */
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
    /** Whether a browser opened. Otherwise the user can copy the URL and open it. */
    isOpen: z.boolean(),
    /**
     * Whether the project trusts the redirect URL. `unknown`: this connection can't read the project's trusted domains, so the browser
     * may end on an error page of the service.
     */
    trust: z.enum(['trusted', 'unknown']),
  }),
  /** The user can sign in with the passkey that was just created. */
  z.strictObject({ step: z.literal('passkey-registered'), accountId: z.string() }),
]);
export type SignInStep = z.output<typeof signInStep>;
export type BrowserStep = Extract<SignInStep, { step: 'browser' }>;
export type SignedInStep = Extract<SignInStep, { step: 'signed-in' }>;

/**
 * Sign-in methods and their steps. Users don't need to sign out first: the new account becomes the connection's current one, and a
 * new sign-in of the same user replaces the session. Throws `bad-input` at `password`, without a request, for a password that a
 * project would reject, and `flow-over` for a flow that has ended or belongs to another window.
 */
export const signIn = {
  withPassword: call(z.strictObject({ connectionId, email, password }), signInStep),
  signUp: call(z.strictObject({ connectionId, email, password }), signInStep),
  /** Sends an email with a one-time code and a sign-in link, which also sign up if the project allows that. */
  sendCode: call(z.strictObject({ connectionId, email }), signInStep),
  /** Accepts six characters in any case, with or without spaces. Throws `bad-input` at `code`, without a request, for other texts. */
  submitCode: call(z.strictObject({ flowId, code: z.string().max(64) }), signInStep),
  /** Accepts six digits, with or without spaces. Throws `bad-input` at `totp`, without a request, for other texts. */
  submitTotp: call(z.strictObject({ flowId, totp: z.string().max(64) }), signInStep),
  /** Sends the flow's last email again. Earlier codes stay valid. */
  resend: call(z.strictObject({ flowId }), signInStep),
  anonymous: call(z.strictObject({ connectionId }), signInStep),
  /**
   * Adds an email and a password to an anonymous account, which stays the same user. After a failure the account stays usable, and the
   * upgrade can be continued by calling it again. Throws `bad-input` at `accountId` for an account that is not anonymous.
   */
  upgrade: call(z.strictObject({ accountId, email, password }), signInStep),
  /** Sends a password reset link. */
  forgotPassword: call(z.strictObject({ connectionId, email }), signInStep),
  /**
   * Opens the provider's page. Throws `return-not-trusted` if the project is known not to trust the redirect URL: see `withCli`. `goTo` is
   * the redirect of the link that started the sign-in: the service gets it if it is a URL that the project is known to trust.
   */
  withProvider: call(z.strictObject({ connectionId, provider, goTo: z.string().max(2048).optional() }), signInStep),
  /** Opens the provider's page to connect an account; `scope` contains additional scopes, separated by spaces. */
  linkOAuth: call(z.strictObject({ accountId, provider, scope: z.string().max(2048).optional() }), signInStep),
  /**
   * Signs in through the project's site, for projects that don't trust redirect URLs on this machine. `appUrl` is the site, by default
   * the project's first trusted domain. Throws `bad-input` at `appUrl` if neither is known.
   */
  withCli: call(z.strictObject({ connectionId, appUrl: z.string().max(2048).optional() }), signInStep),
  /**
   * Uses a passkey on a page of this machine. A passkey belongs to the host on which it was created: one of the project's site does not
   * work here. Throws `return-not-trusted` if localhost is known not to be allowed.
   */
  withPasskey: call(z.strictObject({ connectionId }), signInStep),
  /**
   * Creates a passkey for this machine's pages. Throws `passkey-on-own-site` on production connections, where it would replace the one
   * of the project's site, and `passkey-exists` if there is one and `replace` is not set.
   */
  registerPasskey: call(z.strictObject({ accountId, replace: z.boolean() }), signInStep),
  /** Opens the account page of the project's site. Throws `site-unknown` if no trusted domain is known. */
  openAccountPage: call(z.strictObject({ connectionId }), z.null()),
  /** Resolves to the step after `browser`. Throws `flow-over` when the flow has ended without one. */
  wait: call(z.strictObject({ flowId }), signInStep),
  /** Opens the browser again. */
  openAgain: call(z.strictObject({ flowId }), z.null()),
  /**
   * Copies the URL that the browser opens, for 30 seconds. If only the page has a clipboard, returns `link` instead, which redirects to
   * the URL once, within a minute, in a browser that reaches this machine’s callback server.
   */
  copyLink: call(z.strictObject({ flowId }), z.strictObject({ link: z.string().nullable() })),
  /** Cancels a flow and its pending requests. Does nothing if the flow has ended. */
  cancel: call(z.strictObject({ flowId }), z.null()),
};

// Setting up two-factor authentication. The main process makes the secret and verifies the first code.

/** ID of a setup in the main process. Only the window that started the setup may continue it. */
const target = z.strictObject({ setupId: z.string().max(64) });

export const twoFactor = {
  /**
   * Makes a secret for an authenticator app, valid for 15 minutes. `key` is the secret as text, `uri` the `otpauth:` URL with it. Nothing
   * is sent before `enable`. Throws `two-factor-on` if two-factor authentication is already on.
   */
  begin: call(
    z.strictObject({ accountId: z.string().max(64) }),
    z.strictObject({ setupId: z.string(), key: z.string(), uri: z.string(), until: z.int() }),
  ),
  /**
   * Verifies a 6-digit code locally, then stores the secret at the service. Throws `bad-input` at `totp` for an incorrect code, which sends
   * nothing, `two-factor-on` if it was turned on in the meantime, and `flow-over` when the setup has ended. After any other failure it can
   * be called again with the same code.
   */
  enable: call(target.extend({ totp: z.string().max(64) }), z.null()),
  /** Copies the key to the system clipboard, which is cleared after 30 s. Throws `clipboard-unavailable` if only the page has one. */
  copyKey: call(target, z.null()),
  /** Opens the `otpauth:` URL with the system's authenticator app. */
  openApp: call(target, z.null()),
  /** Deletes the secret of a setup. Does nothing if it has ended. */
  cancel: call(target, z.null()),
};
