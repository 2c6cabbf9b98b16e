/** Whether a failed request may have had its effect. */
import type { ErrorCode } from '#contract/error-codes.ts';
import type { ErrorReport } from '#contract/errors.ts';

/** The request was sent, and no valid response came. */
const unknownAfter: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'connection-lost',
  'timed-out',
  'bad-response',
  'protocol-violation',
  'response-too-large',
  'bridge-lost',
  'internal',
]);

/** Returns whether the service may have done what a failed request asked for. */
export function isOutcomeUnknown({ code, status }: Pick<ErrorReport, 'code' | 'status'>): boolean {
  return unknownAfter.has(code) || (code === 'service-error' && status !== undefined && status >= 500);
}
