/** What a test of a connection finds, credential by credential. */
import { z } from 'zod';
import { errorReport } from '../error-report';

/** `reach`: the address answers as the service does. The rest are the project and the credentials. */
export const checkName = z.enum(['reach', 'project', 'client', 'server', 'admin', 'owner']);

/** Areas of the app that a credential opens. */
export const unlocked = z.enum(['sign-in', 'users', 'administration']);

/**
 * `missing`: no such credential is given; `not-needed`: none is given, and the project does not need it; `not-checked`: without
 * the service or the project, nothing can be said about it.
 */
export const connectionCheck = z.strictObject({
  name: checkName,
  outcome: z.enum(['ok', 'refused', 'missing', 'not-needed', 'not-checked']),
  /** Why, where it was refused. */
  error: errorReport.optional(),
  /** What this credential opens when it is accepted. */
  unlocks: z.array(unlocked),
  millis: z.int().min(0),
});

export const testResult = z.strictObject({
  checks: z.array(connectionCheck),
  release: z.string().nullable(),
  /** The project as its publishable key shows it. */
  project: z
    .strictObject({
      displayName: z.string(),
      signUp: z.boolean(),
      password: z.boolean(),
      magicLink: z.boolean(),
      passkey: z.boolean(),
      /** Ids of the OAuth providers that are on. */
      providers: z.array(z.string()),
    })
    .nullable(),
  /** Whether the project's administration could be read. */
  adminData: z.boolean(),
});

export type CheckName = z.output<typeof checkName>;
export type ConnectionCheck = z.output<typeof connectionCheck>;
export type TestResult = z.output<typeof testResult>;
