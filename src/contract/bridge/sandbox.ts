/** The sandbox: an embedded service in a separate process, started on request. */
import { z } from 'zod';
import { call, topic } from '../definitions';

/** A demo account of the seed data. Its password is public by design. */
export const demoAccount = z.strictObject({ email: z.string(), password: z.string() });

const sandboxState = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('stopped') }),
  z.strictObject({ state: z.literal('starting') }),
  z.strictObject({ state: z.literal('running'), url: z.string(), demoAccounts: z.array(demoAccount) }),
  z.strictObject({ state: z.literal('failed'), reason: z.enum(['exited', 'did-not-start', 'folder-not-writable']) }),
]);
export type SandboxState = z.output<typeof sandboxState>;

export const sandbox = {
  state: topic(sandboxState),
  /**
   * Starts the sandbox if it is not running, adds a connection to its demo project and signs in as the project's admin. `accountId` is
   * null if the admin's password was changed or 2FA was turned on.
   */
  open: call(z.strictObject({}), z.strictObject({ connectionId: z.string(), accountId: z.string().nullable() })),
  /** Does the same for project `internal`, whose users own projects. Signs in as the demo project's owner. */
  openInternal: call(z.strictObject({}), z.strictObject({ connectionId: z.string(), accountId: z.string().nullable() })),
  /** Starts the sandbox again after it has stopped. */
  restart: call(z.strictObject({}), z.null()),
};
