/** What the person sees of calls that take longer than they should, and of the way to a service. */
import { z } from 'zod';
import { call, event } from '../kit';

/** A call that is being repeated or waits for the service's permission; `until` in milliseconds since the epoch. */
export const slowCall = z.strictObject({
  id: z.string(),
  /** The row's name, `users.list`. */
  name: z.string(),
  connectionId: z.string(),
  kind: z.enum(['retrying', 'waiting']),
  try: z.int(),
  until: z.int().nullable(),
});
export type SlowCall = z.output<typeof slowCall>;

export const diagnosisStep = z.strictObject({
  name: z.enum(['name', 'connection', 'certificate', 'health', 'api', 'clock']),
  ok: z.boolean(),
  found: z.string(),
  millis: z.int(),
});
export type DiagnosisStep = z.output<typeof diagnosisStep>;

/** The way to a service as it was found; safe to copy into a report. */
export const diagnosis = z.strictObject({
  baseUrl: z.string(),
  online: z.boolean(),
  proxy: z.string().nullable(),
  at: z.int(),
  steps: z.array(diagnosisStep),
});
export type Diagnosis = z.output<typeof diagnosis>;

export const diagnostics = {
  slowCalls: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(slowCall) })),
  /** Gives up a call that is waiting; one that is over already is no error. */
  cancel: call(z.strictObject({ id: z.string().max(64) }), z.null()),
  run: call(z.strictObject({ connectionId: z.string().max(64) }), diagnosis),
  /** Whether the service of the connection responds, asked without a credential. */
  reach: call(z.strictObject({ connectionId: z.string().max(64) }), z.strictObject({ responds: z.boolean() })),
  slowCallsChanged: event(z.array(slowCall)),
};
