/** Where on the card a failure belongs, and what can be done about it there. */
import type { ErrorReport } from '#contract/errors.ts';
import { canRetry } from '#lib/errors/can-retry.ts';
import { nextStepOf } from '#lib/errors/error-text.ts';
import type { MessageKey } from '#messages/translator.ts';

type FailurePosition =
  /** Under a field; `text` replaces the error's usual text. */
  | { readonly at: 'email' | 'password' | 'code'; readonly text?: MessageKey }
  /** Above the fields; `next` replaces the usual next step. */
  | { readonly at: 'card'; readonly next?: MessageKey; readonly retry: boolean };

const spentCode: FailurePosition = { at: 'card', next: 'sign-in.code.spent.next', retry: false };

const knownPlaces: Readonly<Record<string, FailurePosition>> = {
  EMAIL_PASSWORD_MISMATCH: { at: 'password' },
  USER_EMAIL_ALREADY_EXISTS: { at: 'email' },
  SCHEMA_ERROR: { at: 'email', text: 'sign-in.email.invalid' },
  PASSWORD_TOO_SHORT: { at: 'password' },
  PASSWORD_TOO_LONG: { at: 'password' },
  PASSWORD_REQUIREMENTS_NOT_MET: { at: 'password' },
  SIGN_UP_NOT_ENABLED: { at: 'card', next: 'sign-up.closed.next', retry: false },
  SIGN_UP_REJECTED: { at: 'card', next: 'sign-up.closed.next', retry: false },
  PASSWORD_AUTHENTICATION_NOT_ENABLED: { at: 'card', next: 'sign-in.no-form.text', retry: false },
  INVALID_TOTP_CODE: { at: 'code', text: 'sign-in.totp.wrong' },
  VERIFICATION_CODE_NOT_FOUND: { at: 'code', text: 'sign-in.code.wrong' },
  VERIFICATION_CODE_EXPIRED: spentCode,
  VERIFICATION_CODE_ALREADY_USED: spentCode,
  VERIFICATION_CODE_MAX_ATTEMPTS_REACHED: spentCode,
};

/** Sorts a failed sign-in or sign-up. */
export function failurePosition(report: ErrorReport): FailurePosition {
  const { code, known, path } = report;
  if (code === 'known-error') return knownPlace(known ?? '');
  if (code === 'bad-input') return inputPlace(path ?? '');
  return { at: 'card', retry: canRetry(report) && nextStepOf(code) !== 'reopen' };
}

function knownPlace(known: string): FailurePosition {
  // The service chooses the word: one that every object has must find nothing.
  const place = Object.hasOwn(knownPlaces, known) ? knownPlaces[known] : undefined;
  return place ?? { at: 'card', retry: false };
}

function inputPlace(path: string): FailurePosition {
  if (/(^|\.)password$/.test(path)) return { at: 'password', text: 'sign-in.password.invalid' };
  if (/(^|\.)email$/.test(path)) return { at: 'email', text: 'sign-in.email.invalid' };
  if (path === 'code' || path === 'totp') return { at: 'code', text: 'sign-in.code.invalid' };
  return { at: 'card', retry: false };
}

/** Whether a code can no longer be used, so that only another email helps. */
export function isSpentCode(report: ErrorReport): boolean {
  return failurePosition(report) === spentCode;
}

/** Errors of the service that the right publishable key resolves. */
const keyErrors: ReadonlySet<string> = new Set([
  'PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT',
  'CLIENT_AUTHENTICATION_REQUIRED',
  'INVALID_PUBLISHABLE_CLIENT_KEY',
  'INVALID_OAUTH_CLIENT_ID_OR_SECRET',
]);

/** Whether the connection’s publishable key is missing or wrong, which its form can change. */
export function needsPublishableKey({ code, known }: ErrorReport): boolean {
  return code === 'missing-credentials' || (code === 'known-error' && known !== undefined && keyErrors.has(known));
}

/** Whether the service refused an email because its link would open at an address that the project does not trust. */
export function needsSite({ code, known }: ErrorReport): boolean {
  return code === 'known-error' && known === 'REDIRECT_URL_NOT_WHITELISTED';
}

/** Whether the sandbox must be started before trying again can help. */
export function needsSandbox({ code }: ErrorReport): boolean {
  return nextStepOf(code) === 'restart-sandbox';
}
