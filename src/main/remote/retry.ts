/** When a call is tried again, and after how long. */
import type { ErrorCode } from '../../contract/error-codes';
import type { AppError } from '../../contract/errors';
import { isInGroup } from '../../contract/known-errors';
import { parseHttpDate } from './http-date';

/** Tries a call gets in all when it may be repeated. */
export const maxTries = 5;

const certificateFailures: ReadonlySet<ErrorCode> = new Set(['tls-refused', 'tls-untrusted', 'tls-expired', 'tls-wrong-host']);

const networkFailures: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'unreachable',
  'name-not-found',
  'connection-lost',
  'timed-out',
  ...certificateFailures,
]);

/** Failures of the way to the service rather than of its answer. A refused certificate is one, but repeating cannot mend it. */
export function mayRepeat(error: AppError, idempotent: boolean): boolean {
  if (error.code === 'rate-limited' || error.report.status === 429) return true;
  return idempotent && !certificateFailures.has(error.code) && networkFailures.has(error.code);
}

/** True when no answer came from the service at all. */
export function isNetworkFailure(error: AppError): boolean {
  return networkFailures.has(error.code);
}

/** True for the errors after which a fresh access token may help (wire/flows 1.4). */
export function isTokenRejected(error: AppError): boolean {
  return error.report.known !== undefined && isInGroup(error.report.known, 'INVALID_ACCESS_TOKEN');
}

/** The same for the owner's token. An unknown key counts, because a stale owner's token shows that way too. */
export function isOwnerTokenRejected(error: AppError): boolean {
  const { known } = error.report;
  return known !== undefined && (known === 'API_KEY_NOT_FOUND' || isInGroup(known, 'INVALID_ADMIN_ACCESS_TOKEN'));
}

/** Errors of endpoints that want a user, for tokens whose user was deleted (wire/conventions 2). */
const noUser: ReadonlySet<string | undefined> = new Set(['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED']);

/** Whether the service may no longer know the user whose access token was sent. */
export function mayMeanNoUser({ report: { known, text = '' } }: AppError): boolean {
  return noUser.has(known) || (known === 'SCHEMA_ERROR' && text.includes('auth.user must be defined'));
}

/** The same for the user whose token was sent as the project owner's: the service responds with plain text (wire/conventions 2.1). */
export function mayMeanNoOwner({ code, report: { status } }: AppError): boolean {
  return code === 'service-error' && status === 401;
}

/** Milliseconds before try `number + 1`: one second doubling, times 0.5 to 1.5. `chance` is in [0, 1). */
export function backoff(number: number, chance: number): number {
  return 1000 * 2 ** (number - 1) * (0.5 + chance);
}

/** Milliseconds of the longest pause that a call makes when nobody can see it and give it up. */
export const maxHiddenPauseMillis = 30_000;

/** `setTimeout` turns longer delays into none at all. */
const maxTimerMillis = 2_147_483_647;

/** Milliseconds a `Retry-After` asks for: seconds or an HTTP date (RFC 9110 section 10.2.3); null when it makes no sense. */
export function retryAfter(value: string | undefined, now: number): number | null {
  if (value !== undefined && /^\d+$/.test(value.trim())) return Math.min(Number(value) * 1000, maxTimerMillis);
  const date = parseHttpDate(value?.trim());
  return date === null ? null : Math.min(Math.max(0, date - now), maxTimerMillis);
}
