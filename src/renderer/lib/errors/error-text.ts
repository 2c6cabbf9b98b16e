/** The texts of failures: what happened, and what to do about it. */
import { type ErrorCode, errorCodes, type NextStep } from '#contract/error-codes.ts';
import type { ErrorReport } from '#contract/errors.ts';
import type { KnownErrorCode } from '#contract/known-errors.ts';
import type { MessageKey, Translator } from '#messages/translator.ts';
import { dateTime } from '../intl/format';
import { now } from '../now';
import { canRetry, isAboutId } from './can-retry';

// What the user can do about the service's known errors, unless it is to check the input.

/** Next steps, with those that only the service's errors have. */
type KnownNextStep =
  | NextStep
  | 'ask-admin'
  | 'start-over'
  | 'back-to-list'
  | 'other-account'
  | 'reconnect'
  | 'reconnect-with-scopes'
  | 'own-provider-keys'
  | 'own-mail-server'
  | 'check-project'
  | 'report-details'
  | 'wait-until';

export const knownNextSteps: Readonly<Partial<Record<KnownErrorCode, KnownNextStep>>> = {
  CURRENT_PROJECT_NOT_FOUND: 'check-project',
  UNSUPPORTED_ERROR: 'report',
  BODY_PARSING_ERROR: 'report',
  ALL_OVERLOADS_FAILED: 'report',
  PROJECT_KEY_WITHOUT_ACCESS_TYPE: 'report',
  INVALID_ACCESS_TYPE: 'report',
  ACCESS_TYPE_WITHOUT_PROJECT_ID: 'report',
  ACCESS_TYPE_REQUIRED: 'check-keys',
  UNPARSABLE_ADMIN_ACCESS_TOKEN: 'sign-in',
  ADMIN_ACCESS_TOKEN_EXPIRED: 'sign-in',
  INVALID_PROJECT_FOR_ADMIN_ACCESS_TOKEN: 'sign-in',
  ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN: 'other-account',
  CLIENT_AUTHENTICATION_REQUIRED: 'check-keys',
  SERVER_AUTHENTICATION_REQUIRED: 'check-keys',
  ADMIN_AUTHENTICATION_REQUIRED: 'check-keys',
  CLIENT_OR_SERVER_AUTHENTICATION_REQUIRED: 'check-keys',
  CLIENT_OR_ADMIN_AUTHENTICATION_REQUIRED: 'check-keys',
  CLIENT_OR_SERVER_OR_ADMIN_AUTHENTICATION_REQUIRED: 'check-keys',
  PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT: 'check-keys',
  INVALID_PUBLISHABLE_CLIENT_KEY: 'enter-keys',
  INVALID_SECRET_SERVER_KEY: 'enter-keys',
  INVALID_SUPER_SECRET_ADMIN_KEY: 'enter-keys',
  INVALID_OAUTH_CLIENT_ID_OR_SECRET: 'enter-keys',
  INSUFFICIENT_ACCESS_TYPE: 'check-keys',
  UNPARSABLE_ACCESS_TOKEN: 'sign-in',
  ACCESS_TOKEN_EXPIRED: 'sign-in',
  INVALID_PROJECT_FOR_ACCESS_TOKEN: 'sign-in',
  REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED: 'sign-in',
  CANNOT_GET_OWN_USER_WITHOUT_USER: 'sign-in',
  USER_AUTHENTICATION_REQUIRED: 'sign-in',
  ANONYMOUS_ACCOUNTS_NOT_ENABLED: 'ask-admin',
  ANONYMOUS_AUTHENTICATION_NOT_ALLOWED: 'other-account',
  RESTRICTED_USER_NOT_ALLOWED: 'ask-admin',
  TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED: 'ask-admin',
  EMAIL_NOT_EDITABLE: 'refresh',
  EMAIL_CAPACITY_BOOST_ALREADY_ACTIVE: 'refresh',
  TEAM_INVITATION_EMAIL_MISMATCH: 'other-account',
  PASSWORD_AUTHENTICATION_NOT_ENABLED: 'ask-admin',
  PASSKEY_AUTHENTICATION_NOT_ENABLED: 'ask-admin',
  SIGN_UP_NOT_ENABLED: 'ask-admin',
  SIGN_UP_REJECTED: 'ask-admin',
  REDIRECT_URL_NOT_WHITELISTED: 'ask-admin',
  TEAM_PERMISSION_REQUIRED: 'ask-admin',
  PROJECT_PERMISSION_REQUIRED: 'ask-admin',
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: 'new-link',
  VERIFICATION_CODE_ALREADY_USED: 'new-link',
  VERIFICATION_CODE_EXPIRED: 'new-link',
  VERIFICATION_CODE_NOT_FOUND: 'new-link',
  USER_NOT_FOUND: 'back-to-list',
  USER_ID_DOES_NOT_EXIST: 'back-to-list',
  TEAM_NOT_FOUND: 'back-to-list',
  PASSKEY_REGISTRATION_FAILED: 'start-over',
  PASSKEY_WEBAUTHN_ERROR: 'start-over',
  PASSKEY_AUTHENTICATION_FAILED: 'start-over',
  OUTER_OAUTH_TIMEOUT: 'start-over',
  INVALID_AUTHORIZATION_CODE: 'start-over',
  OAUTH_PROVIDER_ACCESS_DENIED: 'start-over',
  OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED: 'ask-admin',
  OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE: 'wait',
  OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER: 'other-account',
  USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION: 'other-account',
  OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN: 'other-account',
  OAUTH_CONNECTION_NOT_CONNECTED_TO_USER: 'reconnect',
  OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE: 'reconnect-with-scopes',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE: 'reconnect',
  PROVIDER_REJECTED: 'start-over',
  OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: 'own-provider-keys',
  OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS: 'own-provider-keys',
  INVALID_SHARED_OAUTH_PROVIDER_ID: 'own-provider-keys',
  INVALID_POLLING_CODE: 'start-over',
  CLI_AUTH_ERROR: 'start-over',
  CLI_AUTH_EXPIRED_ERROR: 'start-over',
  CLI_AUTH_USED_ERROR: 'start-over',
  BOT_CHALLENGE_REQUIRED: 'ask-admin',
  BOT_CHALLENGE_FAILED: 'ask-admin',
  REQUIRES_CUSTOM_EMAIL_SERVER: 'own-mail-server',
};

interface ErrorText {
  readonly title: string;
  readonly next: string;
}

/**
 * Returns the texts of a failure. An unknown error of the service keeps the service's own text and code. A failure that the
 * first screen can't have is one of the app itself while the texts of later code aren't there.
 */
export function errorText(messages: Translator, report: ErrorReport): ErrorText {
  const { t, has } = messages;
  const step: string = `next.${nextOf(report)}`;
  const title = has(`error.${report.code}`) ? titleOf(messages, report) : t('error.internal');
  return { title, next: t(has(step) ? step : 'next.retry') };
}

/** Returns both texts of a failure as sentences, for where there is one line for them. */
export function wholeErrorText(messages: Translator, report: ErrorReport): string {
  const { title, next } = errorText(messages, report);
  return messages.t('ui.sentences', { first: title, second: next });
}

/** Whether the failure is about the connection's keys, or the server that would receive them, which its form can change. */
export function isAboutKeys(report: ErrorReport): boolean {
  return ['enter-keys', 'check-keys', 'confirm-server'].includes(nextOf(report));
}

/** Returns the host that the user has to confirm before it receives keys; undefined for any other failure. */
export function unconfirmedHostOf({ code, details }: ErrorReport): string | undefined {
  return code === 'server-unconfirmed' ? textIn(details, 'host') : undefined;
}

function nextOf(report: ErrorReport): KnownNextStep {
  const { code, known } = report;
  if (isAboutId(report)) return 'back-to-list';
  const steps: Readonly<Record<string, KnownNextStep | undefined>> = knownNextSteps;
  const next = (code === 'known-error' && known !== undefined ? steps[known] : undefined) ?? nextStepOf(code);
  if (retryTimeOf(report) !== undefined) return 'wait-until';
  const saysRetry = next === 'report' || code === 'service-error';
  return saysRetry && !canRetry(report) ? 'report-details' : next;
}

function titleOf({ t, has, locale }: Translator, report: ErrorReport): string {
  const { code, known, text, status, path } = report;
  if (code === 'known-error' && known !== undefined) {
    const key: string = `known.${known}`;
    if (has(key)) return t(key);
    return text === undefined ? t('error.known-error', { code: known }) : t('error.known-error.text', { text, code: known });
  }
  if (code === 'known-error') return t('error.known-error', { code });
  if (code === 'service-error' && status !== undefined) {
    return text === undefined ? t('error.service-error.status', { status }) : t('error.service-error.text', { status, text });
  }
  if (isAboutId(report)) return t('error.bad-input.id');
  if (code === 'bad-input' && path) return t('error.bad-input.at', { path });
  const retryAt = retryTimeOf(report);
  if (retryAt !== undefined) return t('error.rate-limited.until', { time: dateTime(retryAt, locale) });
  if (code === 'service-moved') return movedTitle(t, report.details);
  if (code === 'bad-response' || code === 'response-too-large') return limitTitle(t, report.details) ?? t(`error.${code}`);
  const plain: MessageKey = `error.${code}`;
  return t(plain);
}

function movedTitle(t: Translator['t'], details: ErrorReport['details']): string {
  const origin = textIn(details, 'origin');
  return origin === undefined ? t('error.service-moved') : t('error.service-moved.named', { origin });
}

/** The end of a pause that the service requires and Latchkey doesn't wait for. */
function retryTimeOf({ code, details }: ErrorReport): number | undefined {
  const time = code === 'rate-limited' ? fieldOf(details, 'retryAtMillis') : undefined;
  return typeof time === 'number' ? time : undefined;
}

const bytesPerMegabyte = 1024 * 1024;

/** The title for a response that exceeds a limit; undefined for any other. */
function limitTitle(t: Translator['t'], details: ErrorReport['details']): string | undefined {
  const [limit, max] = [textIn(details, 'limit'), fieldOf(details, 'max')];
  if (limit === undefined || typeof max !== 'number') return undefined;
  return t('error.response-limit', { limit, max: limit === 'bytes' ? max / bytesPerMegabyte : max });
}

function textIn(details: ErrorReport['details'], name: string): string | undefined {
  const value = fieldOf(details, name);
  return typeof value === 'string' ? value : undefined;
}

function fieldOf(details: ErrorReport['details'], name: string) {
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? details[name] : undefined;
}

/** Returns the details for a support request: codes, IDs and the connection to the service, no user input. */
export function errorDetails(report: ErrorReport): string {
  const { code, known, text, status, requestId, path, diagnosis } = report;
  const facts = { code, known, status, requestId, path, text, time: new Date(now()).toISOString() };
  const lines = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${value}`);
  return [...lines, ...diagnosisLines(diagnosis)].join('\n');
}

function diagnosisLines(diagnosis: ErrorReport['diagnosis']): string[] {
  if (diagnosis === undefined) return [];
  const { baseUrl, online, proxy, steps } = diagnosis;
  const head = [`service: ${baseUrl}`, `online: ${online}`, ...(proxy === null ? [] : [`proxy: ${proxy}`])];
  return [...head, ...steps.map(({ name, ok, found, millis }) => `${name}: ${ok ? 'ok' : 'failed'} ${found} (${millis} ms)`)];
}

/** The report of a failure: the one that a thrown error carries, or itself if it is one, else `internal`. */
export function reportOf(failure: unknown): ErrorReport {
  if (failure instanceof Error) return failure.name === 'AppError' && 'report' in failure ? (failure.report as ErrorReport) : internal;
  return isReport(failure) ? failure : internal;
}

const internal: ErrorReport = { code: 'internal' };

/** Actions hand over the report of what was thrown. */
function isReport(failure: unknown): failure is ErrorReport {
  return typeof failure === 'object' && failure !== null && 'code' in failure && Object.hasOwn(errorCodes, String(failure.code));
}

/** Returns what the user can do about one of our own error codes. */
export function nextStepOf(code: ErrorCode): NextStep {
  return errorCodes[code].next;
}
