/** Slow calls, and diagnoses of the connection to a service. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { type ErrorCode, errorCodes } from '../error-codes';

/** A call that is being retried or is waiting for the rate limit; `until` in milliseconds since the epoch. */
const slowCall = z.strictObject({
  id: z.string(),
  /** The endpoint's name, such as `users.list`. */
  name: z.string(),
  connectionId: z.string(),
  kind: z.enum(['retrying', 'waiting']),
  try: z.int(),
  until: z.int().nullable(),
});
export type SlowCall = z.output<typeof slowCall>;

/** Names in a server's certificate, and when it is valid, in milliseconds since the epoch. */
const serverCertificate = z.strictObject({
  subject: z.string(),
  issuer: z.string(),
  /** The authority at the end of the chain, which has to be trusted. */
  authority: z.string(),
  from: z.int(),
  until: z.int(),
});
export type ServerCertificate = z.output<typeof serverCertificate>;

const diagnosisStep = z.strictObject({
  name: z.enum(['proxy-connection', 'name', 'connection', 'authorities', 'certificate', 'health', 'api', 'writing', 'clock']),
  ok: z.boolean(),
  /** What was found, as in reports; or the code of the failure, of Node or our own. */
  found: z.string(),
  /** Why it failed. Missing where the service's responses have no date. */
  reason: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]).optional(),
  certificate: serverCertificate.optional(),
  /** The user's certificates: their file, and how many it contains. */
  authorities: z.strictObject({ file: z.string(), count: z.int() }).optional(),
  /** Seconds by which the service's clock is ahead. */
  aheadSeconds: z.int().optional(),
  millis: z.int(),
});
export type DiagnosisStep = z.output<typeof diagnosisStep>;

/** A diagnosis of the connection to a service. Safe to copy into a report. */
export const diagnosis = z.strictObject({
  baseUrl: z.string(),
  online: z.boolean(),
  proxy: z.string().nullable(),
  at: z.int(),
  steps: z.array(diagnosisStep),
});
export type Diagnosis = z.output<typeof diagnosis>;

/** The certificates that are trusted in addition to the system's: the name of their file, and how many it contains. */
const trustedCertificates = z.strictObject({ file: z.string(), count: z.int() });
export type TrustedCertificates = z.output<typeof trustedCertificates>;

export const diagnostics = {
  slowCalls: topic(z.array(slowCall)),
  /** Null if the settings name no file, or one that can't be used. */
  certificates: topic(trustedCertificates.nullable()),
  /** Cancels a waiting call. Does nothing if the call has already ended. */
  cancel: call(z.strictObject({ id: z.string().max(64) }), z.null()),
  run: call(z.strictObject({ connectionId: z.string().max(64) }), diagnosis),
  /** Checks whether the connection's service responds, without a credential. */
  reach: call(z.strictObject({ connectionId: z.string().max(64) }), z.strictObject({ responds: z.boolean() })),
};
