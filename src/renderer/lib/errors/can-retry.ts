import { errorCodes } from '../../../contract/error-codes';
import type { ErrorReport } from '../../../contract/errors';

/** Refusals that end without any change: a timeout of the server, a request that came too early, and too many requests. */
const passing: ReadonlySet<number> = new Set([408, 425, 429]);
/** Failures of a server that lacks what the request needs. */
const lasting: ReadonlySet<number> = new Set([501, 505]);

/** Whether repeating the same request may succeed without any change, so that **Retry** is offered. */
export function canRetry({ code, status }: ErrorReport): boolean {
  if (code === 'known-error') return status !== undefined && passes(status);
  if (code === 'service-error') return status === undefined || passes(status);
  return errorCodes[code].retryable;
}

function passes(status: number): boolean {
  return passing.has(status) || (status >= 500 && !lasting.has(status));
}
