/** Rules for retries: which errors are retried, and after which delay. */
import { type ErrorCode, outageCodes } from '#contract/error-codes.ts';
import type { AppError } from '#contract/errors.ts';
import { isInGroup } from '#contract/known-errors.ts';

/** Maximum number of tries of a call, including the first one. */
export const maxTries = 5;

const certificateFailures: ReadonlySet<ErrorCode> = new Set(['tls-refused', 'tls-untrusted', 'tls-expired', 'tls-wrong-host']);

/** Failures that only another setting, or a sign-in at a proxy, resolves. */
const settingFailures: ReadonlySet<ErrorCode> = new Set([
  'proxy-sign-in',
  'proxy-url-invalid',
  'proxy-url-credentials',
  'proxy-bypass-invalid',
  'proxy-script-invalid',
  'proxy-script-unsupported',
  'proxy-socks-sign-in',
  'ca-file-unreadable',
  'ca-file-empty',
  'ca-file-expired',
]);

const networkFailures: ReadonlySet<ErrorCode> = new Set([...outageCodes, 'proxy-refused', ...certificateFailures, ...settingFailures]);

/** Whether a call may be retried after the error. Errors of certificates and settings are network failures too, but a retry doesn't help. */
export function mayRepeat(error: AppError, idempotent: boolean): boolean {
  if (error.code === 'rate-limited' || error.report.status === 429) return true;
  const isLasting = certificateFailures.has(error.code) || settingFailures.has(error.code);
  return idempotent && !isLasting && networkFailures.has(error.code);
}

/** Whether there was no response from the service. */
export function isNetworkFailure(error: AppError): boolean {
  return networkFailures.has(error.code);
}

/** Whether a new access token may resolve the error (wire/flows 1.4). */
export function isTokenRejected(error: AppError): boolean {
  return error.report.known !== undefined && isInGroup(error.report.known, 'INVALID_ACCESS_TOKEN');
}

/** Whether a new owner's token may resolve the error. This includes `API_KEY_NOT_FOUND`, which an expired owner's token can cause. */
export function isOwnerTokenRejected(error: AppError): boolean {
  const { known } = error.report;
  return known !== undefined && (known === 'API_KEY_NOT_FOUND' || isInGroup(known, 'INVALID_ADMIN_ACCESS_TOKEN'));
}

/** Errors of endpoints that require a user, for tokens whose user was deleted (wire/conventions 2). */
const noUser: ReadonlySet<string | undefined> = new Set(['CANNOT_GET_OWN_USER_WITHOUT_USER', 'USER_AUTHENTICATION_REQUIRED']);

/** Whether the service may no longer know the user whose access token was sent. */
export function mayMeanNoUser({ report: { known, text = '' } }: AppError): boolean {
  return noUser.has(known) || (known === 'SCHEMA_ERROR' && text.includes('auth.user must be defined'));
}

/** Whether the service may have taken a request for one without headers, because it doesn't know their names (wire/conventions 2.1). */
export function mayMeanUnknownHeaders(error: AppError): boolean {
  return error.report.known === 'ACCESS_TYPE_REQUIRED' || mayMeanNoUser(error);
}

/** Whether the service may no longer know the project owner whose token was sent: it responds with plain text (wire/conventions 2.1). */
export function mayMeanNoOwner({ code, report: { status } }: AppError): boolean {
  return code === 'service-error' && status === 401;
}

/** Returns the delay (ms) after try `number`: one second, doubled each time, times 0.5 to 1.5. `chance` is in [0, 1). */
export function backoff(number: number, chance: number): number {
  return 1000 * 2 ** (number - 1) * (0.5 + chance);
}

/** Maximum pause (ms) before a retry of a call that the user can't see or cancel. */
export const maxHiddenPauseMillis = 30_000;

/** Maximum pause (ms) before a retry of any call. A longer one is an error that says when it ends. */
export const maxPauseMillis = 3_600_000;

/** A hundred years: the end of a pause is a time that can be shown. */
const maxRetryAfterMillis = 100 * 365 * 86_400_000;

/** Parses a `Retry-After` of seconds or an HTTP date (RFC 9110 section 10.2.3) to milliseconds; null if it isn't valid. */
export function retryAfter(value: string | undefined, now: number): number | null {
  if (value !== undefined && /^\d+$/.test(value.trim())) return Math.min(Number(value) * 1000, maxRetryAfterMillis);
  const date = parseHttpDate(value?.trim());
  return date === null ? null : Math.min(Math.max(0, date - now), maxRetryAfterMillis);
}

/** Returns a random number from 0 to less than 1. */
export function chance(random: (bytes: number) => Uint8Array): number {
  const [high = 0, low = 0] = random(2);
  return (high * 256 + low) / 65_536;
}

/** Dates in the formats of HTTP (RFC 9110 section 5.6.7). */

const time = String.raw`\d{2}:\d{2}:\d{2}`;
const withZone = new RegExp(`^(?:[A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4}|[A-Z][a-z]{5,8}, \\d{2}-[A-Z][a-z]{2}-\\d{2}) ${time} GMT$`);
const withoutZone = new RegExp(`^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \\d]\\d ${time} \\d{4}$`);

/** Returns milliseconds since the epoch; null for other formats, because `Date.parse` alone also accepts texts such as `-5`. */
export function parseHttpDate(text: string | undefined): number | null {
  if (text === undefined) return null;
  const date = withZone.test(text) ? Date.parse(text) : withoutZone.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
  return Number.isNaN(date) ? null : date;
}
