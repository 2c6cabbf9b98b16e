/** Accounts: the people signed in to a connection. Tokens never appear here. */
import { z } from 'zod';
import { call, event } from '../kit';

export const account = z.strictObject({
  id: z.string(),
  connectionId: z.string(),
  userId: z.string(),
  displayName: z.string().nullable(),
  primaryEmail: z.string().nullable(),
  state: z.enum(['signed-in', 'anonymous', 'invalid']),
  /** The account that the connection's screens act as. One at most per connection. */
  current: z.boolean(),
  /**
   * Its session is also used elsewhere: by a program that was allowed to, or by the project's site, which handed it over. Signing
   * out ends it there too.
   */
  isShared: z.boolean(),
});
export type Account = z.output<typeof account>;

const target = z.strictObject({ accountId: z.string().max(64) });

/** What a screen does that needs a user when there is none: lead to signing in, fail, make an anonymous one, or go on without. */
export const orElse = z.enum(['redirect', 'throw', 'anonymous', 'null']);
export type AccountFallback = z.output<typeof orElse>;

export const neededAccount = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('account'), accountId: z.string() }),
  z.strictObject({ kind: z.literal('sign-in') }),
  z.strictObject({ kind: z.literal('nobody') }),
]);
export type ResolvedAccount = z.output<typeof neededAccount>;

export const accounts = {
  list: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(account) })),
  use: call(target, z.null()),
  /** Ends the session at the service and forgets it here, even when the service cannot be reached; says which it was. */
  signOut: call(target, z.strictObject({ endedAtService: z.boolean() })),
  /** The same for every account of a connection; false when the service still keeps the session of one of them. */
  signOutAll: call(z.strictObject({ connectionId: z.string().max(64) }), z.strictObject({ endedAtService: z.boolean() })),
  /**
   * Deletes the account's user at the service, where the project allows it, and forgets the account. `typed` must be the
   * user's primary address as the service has it now, or the user's id where there is none; else `bad-input` at `typed`.
   */
  deleteUser: call(z.strictObject({ accountId: z.string().max(64), typed: z.string().max(320) }), z.null()),
  /**
   * The account a screen acts as. An anonymous one counts as nobody unless the caller accepts it. Without one: `redirect`
   * answers that the way leads to signing in, `throw` fails with `signed-out`, `anonymous` signs up without a name, `null`
   * answers nobody.
   */
  need: call(z.strictObject({ connectionId: z.string().max(64), orElse }), neededAccount),
  changed: event(z.array(account)),
};
