/** Safety levels of connections, and confirmations of calls by the user. */
import { z } from 'zod';
import { call } from '../kit';

/**
 * A connection's safety level. `normal` requires no confirmation; `confirm-writes` requires one for each change of the project;
 * `type-to-destroy` requires typing the connection's name for destructive calls; `read-only` rejects every change. Enforced by each
 * endpoint's `effect`.
 */
export const safetyLevel = z.enum(['normal', 'confirm-writes', 'type-to-destroy', 'read-only']);
export type SafetyLevel = z.output<typeof safetyLevel>;

/** The confirmation that an error `confirmation-required` requests. */
export const confirmation = z.strictObject({
  /** Valid for 2 minutes in the window that made the call. */
  id: z.string(),
  kind: z.enum(['confirm', 'type']),
  /** The connection's name, which the user must type for kind `type`. */
  name: z.string(),
  /** The call to confirm, as `group.row`. */
  row: z.string(),
  effect: z.enum(['write', 'destroy']),
});
export type Confirmation = z.output<typeof confirmation>;

export const safety = {
  /**
   * Allows the same call of the same window once. `typed` is compared for kind `type`: trimmed, NFC, case-sensitive. Throws
   * `confirmation-mismatch`, after which the user may try again, and `confirmation-expired`.
   */
  confirm: call(z.strictObject({ id: z.string().max(64), typed: z.string().max(400).optional() }), z.null()),
};
