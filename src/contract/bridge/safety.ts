/** Safety levels of connections, and confirmations of calls by the user. */
import { z } from 'zod';
import { call } from '../definitions';
import { passphraseLength } from '../sealed-format';
import { attempt } from './lock';

/**
 * A connection's safety level. `normal` requires no confirmation; `confirm-writes` requires one for each change of the project;
 * `type-to-destroy` requires typing the connection's name for destructive calls; `read-only` rejects every change. Enforced by each
 * endpoint's `effect`.
 */
export const safetyLevel = z.enum(['normal', 'confirm-writes', 'type-to-destroy', 'read-only']);
export type SafetyLevel = z.output<typeof safetyLevel>;

/** Calls of the bridge that reveal secrets, weaken a connection, or give away a session: they require presence on a connection that checks it. */
export const presenceCalls = [
  'secrets.reveal',
  'secrets.copy',
  'secrets.copyLines',
  'secrets.saveToEnvFile',
  'impersonations.copyRefreshToken',
  'webhookPortal.open',
  'sealedConnections.save',
  'connections.edit',
  'links.accept',
] as const;
export type PresenceCall = (typeof presenceCalls)[number];

/** Maximum length of a note that a confirmation asks for. */
export const maxNoteLength = 1_000;

/** The confirmation that an error `confirmation-required` requests. */
export const confirmation = z.strictObject({
  /** Valid for 2 minutes in the window that made the call. */
  id: z.string(),
  /** `presence` if nothing is required but presence. */
  kind: z.enum(['confirm', 'type', 'presence']),
  /** The connection's name, or its project ID if nothing of the name can be seen. The user must type it, or the project ID, for kind `type`. */
  name: z.string(),
  /** The call to confirm, as `group.endpoint`. */
  endpoint: z.string(),
  /** `sign-in` for a change of how the user of an account signs in. */
  effect: z.enum(['write', 'destroy', 'reveal', 'export', 'sign-in']),
  /** How the user proves to be present: to the system, as with Touch ID, or by the passphrase of the lock. Null if that isn't required. */
  presence: z.enum(['system', 'passphrase']).nullable(),
  /** Whether the policy requires a note for the journal, as on connections to production. */
  asksNote: z.literal(true).optional(),
});
export type Confirmation = z.output<typeof confirmation>;

export const safety = {
  /**
   * Allows the same call of the same window once, if the outcome is `right`. `typed` is compared for kind `type` as
   * `isTyped` does. `passphrase` is compared if presence is proved by it, and wrong ones have to wait as on the lock screen. Throws
   * `confirmation-mismatch`, `presence-not-verified`, and `presence-unavailable`, after which the user may try again, and
   * `confirmation-expired`. Throws `bad-input` without a note that is asked for.
   */
  confirm: call(
    z.strictObject({
      id: z.string().max(64),
      typed: z.string().max(400).optional(),
      note: z.string().max(maxNoteLength).optional(),
      passphrase: z.string().max(passphraseLength.max).optional(),
    }),
    attempt,
  ),
};
