/** The embedded service: started on request, in a process of its own. */
import { z } from 'zod';
import { call, event } from '../kit';

/** Demonstration accounts of the seed; their passwords are public by design. */
export const demoAccount = z.strictObject({ email: z.string(), password: z.string() });

export const sandboxState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('stopped') }),
  z.strictObject({ state: z.literal('starting') }),
  z.strictObject({ state: z.literal('running'), url: z.string(), demoAccounts: z.array(demoAccount) }),
  z.strictObject({ state: z.literal('failed'), reason: z.enum(['exited', 'did-not-start', 'folder-not-writable']) }),
]);
export type SandboxState = z.output<typeof sandboxState>;

export const sandbox = {
  read: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: sandboxState })),
  /**
   * Starts it if it is not running, makes its demo project a connection and signs in as its admin. No account when the
   * admin's password was changed or a second step was added.
   */
  open: call(z.strictObject({}), z.strictObject({ connectionId: z.string(), accountId: z.string().nullable() })),
  /** The same for project `internal`, whose accounts own projects; signs in as the demo project's owner. */
  openInternal: call(z.strictObject({}), z.strictObject({ connectionId: z.string(), accountId: z.string().nullable() })),
  /** Starts it again after it stopped. */
  restart: call(z.strictObject({}), z.null()),
  changed: event(sandboxState),
};
