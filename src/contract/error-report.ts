import { z } from 'zod';
import { diagnosis } from './bridge/diagnostics';
import { confirmation } from './bridge/safety';
import { type ErrorCode, errorCodes } from './error-codes';
import { json } from './service/models/fields';

/** A failure on the bridge: codes and safe facts, never a body, a header or an input. */
export const errorReport = z.strictObject({
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  /** The service's code, for `known-error`. May be unknown to the table. */
  known: z.string().optional(),
  /** The service's message, for known errors and plain errors. */
  text: z.string().optional(),
  details: json.optional(),
  status: z.int().optional(),
  requestId: z.string().optional(),
  /** Path of the invalid value, for `bad-input` and `bad-response`. */
  path: z.string().optional(),
  /** Diagnosis of the connection to the service after the last try. */
  diagnosis: diagnosis.optional(),
  /** The required confirmation, for `confirmation-required`. */
  confirmation: confirmation.optional(),
});
export type ErrorReport = z.output<typeof errorReport>;
