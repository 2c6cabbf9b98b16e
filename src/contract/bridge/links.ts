/**
 * Links that arrived: opened outside, or pasted. They wait until a person decides; nothing happens by opening one. Codes stay
 * in the main process.
 */
import { z } from 'zod';
import { call, event } from '../kit';
import { orElse } from './accounts';
import { maxLinkLength } from './app';
import { signInStep } from './sign-in';

/** Kinds whose link carries a code that the service can be asked about. */
export const codeKinds = ['magic-link', 'email-verification', 'password-reset', 'team-invitation'] as const;

export const linkKind = z.enum([
  ...codeKinds,
  /** A code alone, of which nobody said what it is for: `links.check` finds out. */
  'code',
  /** A program that waits for an account's session. */
  'cli-auth-confirm',
  /** The way back from a provider, of a sign-in that nobody waits for any more. */
  'oauth-callback',
  'sign-in',
  'sign-up',
  'sign-out',
  'forgot-password',
  'account-settings',
  'home',
  /** What a service's pages report when a browser's way in failed. */
  'error',
  /** Ours by its form, but of a kind this version does not know; or opened outside and unreadable. */
  'unknown',
]);
export type LinkKind = z.output<typeof linkKind>;

export const waitingLink = z.strictObject({
  id: z.string(),
  kind: linkKind,
  /** The connection it belongs to; null while several may fit, or none. */
  connectionId: z.string().nullable(),
  /** Those that fit: with several the person chooses. */
  fits: z.array(z.string()),
  /** The site it came from, for the person to judge; null for one of this machine and for a code alone. */
  host: z.string().nullable(),
  /** A path to go to after signing in. An address elsewhere shows only as `goTo`, once the project is known to trust it. */
  afterAuthReturnTo: z.string().nullable(),
  /** For `error`: the service's code and words. */
  error: z.strictObject({ code: z.string(), message: z.string() }).nullable(),
  /** For `error`: whether connecting a provider failed, not signing in. */
  connects: z.boolean(),
});
export type LinkSummary = z.output<typeof waitingLink>;

export const linkOutcome = z.discriminatedUnion('outcome', [
  /** A link that signs in: the next step of that. */
  z.strictObject({ outcome: z.literal('step'), step: signInStep }),
  /** It needs somebody signed in, and nobody is: the link waits on. */
  z.strictObject({ outcome: z.literal('sign-in-needed'), connectionId: z.string() }),
  /** It only leads to a screen; `accountId` is whom that acts as, null for nobody. */
  z.strictObject({
    outcome: z.literal('open'),
    kind: linkKind,
    connectionId: z.string(),
    accountId: z.string().nullable(),
    goTo: z.string().nullable(),
  }),
  z.strictObject({ outcome: z.literal('signed-out'), connectionId: z.string(), endedAtService: z.boolean() }),
  z.strictObject({ outcome: z.literal('email-verified'), connectionId: z.string() }),
  /** Every session of that user ended; `endedAccounts` are those that were signed in here. Nobody is signed in by it. */
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

const bridgeId = z.string().max(64);
/** The connection may be left out where the link's own is known; else that is a `bad-input` at `connectionId`. */
const target = { id: bridgeId, connectionId: bridgeId.optional() };

/** All but `open` fail with `link-gone` for a link that was used, dismissed or is being used. */
export const links = {
  list: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(waitingLink) })),
  /**
   * Reads pasted text: a link, or the 45 characters of a code alone, for which `as` says what it is for. `connectionId` is the connection
   * on whose card it was pasted, and counts unless the link names another one or is of a site that can't be the connection's. Fails with
   * `link-unreadable` or, where a part is missing, `link-incomplete`. The same link opened twice is pending once.
   */
  open: call(
    z.strictObject({ text: z.string().max(maxLinkLength), connectionId: bridgeId.optional(), as: z.enum(codeKinds).optional() }),
    z.strictObject({ id: z.string() }),
  ),
  /** Asks the service whether the code is good, which uses nothing up; fails with its VERIFICATION_CODE_… error. */
  check: call(z.strictObject(target), z.strictObject({ kind: linkKind })),
  /** What an invitation invites to; needs an account. */
  details: call(z.strictObject({ ...target, accountId: bridgeId }), z.strictObject({ teamId: z.string(), teamName: z.string() })),
  /**
   * Does what the link is for. `accountId` is who does it, the current account without it; `orElse` is what happens when that
   * is nobody. `password` is the new one of a reset, and is checked before the code is spent. Used up, the link is gone;
   * whatever fails leaves it waiting.
   */
  accept: call(
    z.strictObject({ ...target, accountId: bridgeId.optional(), password: z.string().max(1024).optional(), orElse: orElse.optional() }),
    linkOutcome,
  ),
  dismiss: call(z.strictObject({ id: bridgeId }), z.null()),
  changed: event(z.array(waitingLink)),
};
