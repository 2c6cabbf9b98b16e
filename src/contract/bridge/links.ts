/**
 * Pending links that were opened outside the app or pasted. They have no effect until the user accepts them. Codes stay in the main
 * process.
 */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { maxLinkLength } from './app';
import { signInStep } from './sign-in';

/** Kinds of links with a code that the service can check. */
export const codeKinds = ['magic-link', 'email-verification', 'password-reset', 'team-invitation'] as const;

export const linkKind = z.enum([
  ...codeKinds,
  /** A code without a known purpose, which `links.check` determines. */
  'code',
  /** A CLI login that requests an account's session. */
  'cli-auth-confirm',
  /** The callback of a provider for a sign-in that has ended. */
  'oauth-callback',
  'sign-in',
  'sign-up',
  'sign-out',
  'forgot-password',
  'account-settings',
  'home',
  /** A screen of a project, such as a user's page. */
  'screen',
  /** An error page of the service after a failed sign-in in a browser. */
  'error',
  /** A link in the app's format of a kind that this version does not know, or an unreadable one that was opened outside. */
  'unknown',
]);
export type LinkKind = z.output<typeof linkKind>;

const waitingLink = z.strictObject({
  id: z.string(),
  kind: linkKind,
  /** The connection of the link; null if several or none fit. */
  connectionId: z.string().nullable(),
  /** The connections that fit. With several, the user chooses. */
  fits: z.array(z.string()),
  /** The site of the link, shown to the user; null for a link of this machine and for a code. */
  host: z.string().nullable(),
  /** Path to open after sign-in. External URLs are only in `goTo`, if the project is known to trust them. */
  afterAuthReturnTo: z.string().nullable(),
  /** For `error`: the service's code and message. */
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** For `error`: whether it occurred while connecting a provider, not while signing in. */
  connects: z.boolean(),
  /** For `screen`: the project, and the path below that of its connection. */
  screen: z.strictObject({ projectId: z.string(), path: z.string() }).nullable(),
});
export type LinkSummary = z.output<typeof waitingLink>;

const linkOutcome = z.discriminatedUnion('outcome', [
  /** The next step of a sign-in. */
  z.strictObject({ outcome: z.literal('step'), step: signInStep }),
  /** The link requires an account, and there is none. It stays pending. */
  z.strictObject({ outcome: z.literal('sign-in-needed'), connectionId: z.string() }),
  /** The link opens a screen; `accountId` is the account that the screen acts as, or null. */
  z.strictObject({
    outcome: z.literal('open'),
    kind: linkKind,
    connectionId: z.string(),
    accountId: z.string().nullable(),
    goTo: z.string().nullable(),
  }),
  z.strictObject({ outcome: z.literal('signed-out'), connectionId: z.string(), endedAtService: z.boolean() }),
  z.strictObject({ outcome: z.literal('email-verified'), connectionId: z.string() }),
  /** All sessions of the user have ended; `endedAccounts` are the user's accounts in the app. Does not sign in. */
  z.strictObject({ outcome: z.literal('password-reset'), connectionId: z.string(), endedAccounts: z.array(z.string()) }),
  z.strictObject({
    outcome: z.literal('team-joined'),
    connectionId: z.string(),
    accountId: z.string(),
    teamId: z.string(),
    teamName: z.string(),
  }),
  z.strictObject({ outcome: z.literal('login-approved'), connectionId: z.string(), accountId: z.string() }),
]);
export type LinkOutcome = z.output<typeof linkOutcome>;

/** Whether a `latchkey://` link came back to the app, and which program the system passes such links to. */
const linkTestResult = z.strictObject({
  hasArrived: z.boolean(),
  isOwn: z.boolean(),
  /** The program's name; null if there is none. */
  program: z.string().nullable(),
});
export type LinkTestResult = z.output<typeof linkTestResult>;

/** Behavior of a link that needs a user when there is none: request a sign-in, fail, create an anonymous user, or continue without. */
const orElse = z.enum(['redirect', 'throw', 'anonymous', 'null']);
export type AccountFallback = z.output<typeof orElse>;

const bridgeId = z.string().max(64);
/** Without `connectionId`, the link's own connection is used. Throws `bad-input` at `connectionId` if it is unknown. */
const target = { id: bridgeId, connectionId: bridgeId.optional() };

/** Calls for pending links. Those with an ID throw `link-gone` for a link that was used, was dismissed or is being used. */
export const links = {
  list: topic(z.array(waitingLink)),
  /**
   * Reads pasted text: a link, or a code of 45 characters, whose purpose `as` specifies. `connectionId` is the connection
   * on whose card it was pasted, and counts unless the link names another one or is of a site that can't be the connection's. Fails with
   * `link-unreadable` or, where a part is missing, `link-incomplete`. The same link opened twice is pending once.
   */
  open: call(
    z.strictObject({ text: z.string().max(maxLinkLength), connectionId: bridgeId.optional(), as: z.enum(codeKinds).optional() }),
    z.strictObject({ id: z.string() }),
  ),
  /** Checks with the service whether the code is valid, without using it. Throws the service's VERIFICATION_CODE_… error. */
  check: call(z.strictObject(target), z.strictObject({ kind: linkKind })),
  /** Returns the team of an invitation. Requires an account. */
  details: call(z.strictObject({ ...target, accountId: bridgeId }), z.strictObject({ teamId: z.string(), teamName: z.string() })),
  /**
   * Accepts the link with the account `accountId`, by default the current one; `orElse` is the behavior without an account. `password`
   * is the new password for a reset, validated before the code is used. Removes the link on success; after a failure it stays pending.
   */
  accept: call(
    z.strictObject({ ...target, accountId: bridgeId.optional(), password: z.string().max(1024).optional(), orElse: orElse.optional() }),
    linkOutcome,
  ),
  /** Asks the system to open a link, and waits for it. Throws `not-allowed` in the browser host. */
  selfTest: call(z.strictObject({}), linkTestResult),
  /** Makes this program the one that the system passes links to. Throws `not-allowed` in the browser host. */
  register: call(z.strictObject({}), z.strictObject({ isRegistered: z.boolean() })),
  dismiss: call(z.strictObject({ id: bridgeId }), z.null()),
};
