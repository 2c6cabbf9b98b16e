/** Safety levels: what a connection lets windows do, and how a person confirms what it asks about. */
import { z } from 'zod';
import { call } from '../kit';

/**
 * `normal` asks nothing; `confirm-writes` asks before anything that changes the project; `type-to-destroy` has the connection's
 * name typed before anything that destroys; `read-only` refuses every change. Enforced by each row's `effect`.
 */
export const safetyLevel = z.enum(['normal', 'confirm-writes', 'type-to-destroy', 'read-only']);
export type SafetyLevel = z.output<typeof safetyLevel>;

/** What an error `confirmation-required` asks for. */
export const confirmation = z.strictObject({
  /** Belongs to the window that made the call, for 2 minutes. */
  id: z.string(),
  kind: z.enum(['confirm', 'type']),
  /** The connection's name: for `type` it is what must be typed. */
  name: z.string(),
  /** The call that waits, as `group.row`, and what it does to the project. */
  row: z.string(),
  effect: z.enum(['write', 'destroy']),
});
export type Confirmation = z.output<typeof confirmation>;

export const safety = {
  /**
   * Lets the same call of the same window through once. `typed` is compared for kind `type`: trimmed, NFC, case-sensitive.
   * Fails with `confirmation-mismatch`, which may be tried again, and `confirmation-expired`.
   */
  confirm: call(z.strictObject({ id: z.string().max(64), typed: z.string().max(400).optional() }), z.null()),
};
