import { type ErrorCode, outageCodes } from '../../../contract/error-codes';
import type { ErrorReport } from '../../../contract/errors';

const codes: ReadonlySet<ErrorCode> = new Set(outageCodes);
/** Statuses with which a gateway responds in place of a service that doesn’t. */
const statuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a request failed because the service was away, so that repeating it later may help without any change. */
export function isOutage({ code, status }: ErrorReport): boolean {
  return codes.has(code) || (code === 'service-error' && status !== undefined && statuses.has(status));
}
