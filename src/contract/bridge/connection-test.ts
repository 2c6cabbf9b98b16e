/** Results of a connection test, one for each credential. */
import { z } from 'zod';
import { errorReport } from '../error-report';

/** Names of the checks. `reach`: the server at the base URL is the service. The others are the project and its credentials. */
const checkName = z.enum(['reach', 'project', 'client', 'server', 'admin', 'owner']);

/** Areas of the app that a credential gives access to. */
const unlocked = z.enum(['sign-in', 'users', 'administration']);

/**
 * A check and its outcome. `missing`: there is no such credential; `not-needed`: there is none, and the project does not need it;
 * `not-checked`: the check requires the service or the project, which is not available.
 */
const connectionCheck = z.strictObject({
  name: checkName,
  outcome: z.enum(['ok', 'refused', 'missing', 'not-needed', 'not-checked']),
  /** The error of a refused credential. */
  error: errorReport.optional(),
  /** Areas that this credential gives access to when it is accepted. */
  unlocks: z.array(unlocked),
  millis: z.int().min(0),
});

export const testResult = z.strictObject({
  checks: z.array(connectionCheck),
  /** Null if the service reports none. */
  release: z.strictObject({ number: z.string().nullable(), isNewer: z.boolean() }).nullable(),
  /** The project's settings that clients can read. */
  project: z
    .strictObject({
      displayName: z.string(),
      signUp: z.boolean(),
      password: z.boolean(),
      magicLink: z.boolean(),
      passkey: z.boolean(),
      /** IDs of the enabled OAuth providers. */
      providers: z.array(z.string()),
    })
    .nullable(),
  /** Whether the project's administration could be read. */
  adminData: z.boolean(),
});

export type CheckName = z.output<typeof checkName>;
export type ConnectionCheck = z.output<typeof connectionCheck>;
export type TestResult = z.output<typeof testResult>;
