/** Accounts: users signed in to a connection. Contains no tokens. */
import { z } from 'zod';
import { call, topic } from '../definitions';

export const account = z.strictObject({
  id: z.string(),
  connectionId: z.string(),
  userId: z.string(),
  displayName: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  state: z.enum(['signed-in', 'anonymous', 'invalid']),
  /** Whether this is the connection's current account. At most one per connection. */
  current: z.boolean(),
  /**
   * Whether the session is also used elsewhere: by a program that the user approved, or by the project's site, which handed it over.
   * Signing out ends it there too.
   */
  isShared: z.boolean(),
  /** The impersonation that the session belongs to. Without one, the user signed in to the account. */
  impersonationId: z.string().optional(),
});
export type Account = z.output<typeof account>;

const target = z.strictObject({ accountId: z.string().max(64) });

export const accounts = {
  list: topic(z.array(account)),
  use: call(target, z.null()),
  /** Signs out and removes the account, even when the service can't be reached. Returns whether the session ended at the service. */
  signOut: call(target, z.strictObject({ endedAtService: z.boolean() })),
  /** Signs out all accounts of a connection. `endedAtService` is false if a session was not ended at the service. */
  signOutAll: call(z.strictObject({ connectionId: z.string().max(64) }), z.strictObject({ endedAtService: z.boolean() })),
  /**
   * Deletes the account's user at the service, if the project allows it, and removes the account. Throws `bad-input` at `typed` unless
   * it is the user's present primary email or the user's ID, which windows ask for where the email is missing or concealed.
   */
  deleteUser: call(z.strictObject({ accountId: z.string().max(64), typed: z.string().max(320) }), z.null()),
};
