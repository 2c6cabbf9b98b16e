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
});
export type Account = z.output<typeof account>;

const target = z.strictObject({ accountId: z.string().max(64) });

export const accounts = {
  list: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(account) })),
  use: call(target, z.null()),
  /** Ends the session at the service and forgets it here, even when the service cannot be reached; says which it was. */
  signOut: call(target, z.strictObject({ endedAtService: z.boolean() })),
  changed: event(z.array(account)),
};
