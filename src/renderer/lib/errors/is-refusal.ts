import type { ErrorCode } from '../../../contract/error-codes';
import type { ErrorReport } from '../../../contract/errors';

/** Failures before a request is sent. */
const unsent: ReadonlySet<ErrorCode> = new Set([
  'bad-input',
  'too-large',
  'cancelled',
  'missing-credentials',
  'signed-out',
  'session-ended',
  'read-only-connection',
  'not-offered-by-service',
  'not-confirmed',
  'presence-unavailable',
  'confirmation-mismatch',
]);

/** Whether a write failed without changing anything. After any other failure, it may have succeeded and only its response was lost. */
export function isRefusal({ code, status }: ErrorReport): boolean {
  if (code === 'service-error') return status !== undefined && status < 500;
  return code === 'known-error' || unsent.has(code);
}
