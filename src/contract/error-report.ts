import { z } from 'zod';
import { diagnosis } from './bridge/diagnostics';
import { confirmation } from './bridge/safety';
import { type ErrorCode, errorCodes } from './error-codes';
import { json } from './service/models/fields';

/** A failure as it crosses the bridge: codes and safe facts, never a body, a header or an input. */
export const errorReport = z.strictObject({
  code: z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]),
  /** The service's code, for `known-error`: one of the table, or one it does not know. */
  known: z.string().optional(),
  /** The service's own sentence, for known errors and plain errors. */
  text: z.string().optional(),
  details: json.optional(),
  status: z.int().optional(),
  requestId: z.string().optional(),
  /** Where a value did not fit, for `bad-input` and `bad-response`. */
  path: z.string().optional(),
  /** The way to the service as it was found after the last try. */
  diagnosis: diagnosis.optional(),
  /** What a person is asked, for `confirmation-required`. */
  confirmation: confirmation.optional(),
});
export type ErrorReport = z.output<typeof errorReport>;
