import { type ErrorCode, errorCodes, outageCodes } from '#contract/error-codes.ts';
import type { ErrorReport } from '#contract/errors.ts';

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

const codes: ReadonlySet<ErrorCode> = new Set(outageCodes);
/** Statuses with which a gateway responds in place of a service that doesn’t. */
const statuses: ReadonlySet<number> = new Set([502, 503, 504]);

/** Whether a request failed because the service was away, so that repeating it later may help without any change. */
export function isOutage({ code, status }: ErrorReport): boolean {
  return codes.has(code) || (code === 'service-error' && status !== undefined && statuses.has(status));
}

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

/** How a request says that there is no object with an ID that is in its path. */
interface MissingObject {
  readonly known: string;
  /** Names of the parameter in the paths of the catalog. */
  readonly parameters: readonly string[];
}

export const missingUser: MissingObject = { known: 'USER_NOT_FOUND', parameters: ['user_id'] };
export const missingTeam: MissingObject = { known: 'TEAM_NOT_FOUND', parameters: ['id', 'team_id'] };

/** Whether the object doesn't exist. An ID that isn't one, such as a mistyped one in an address, is refused before a request is sent. */
export function isMissing({ code, known, path }: ErrorReport, { known: expected, parameters }: MissingObject): boolean {
  return known === expected || (code === 'bad-input' && parameters.some((name) => path === `params.${name}`));
}

/** Whether the error is about an ID in an address, which can't be corrected in a field. */
export function isAboutId({ code, path }: Pick<ErrorReport, 'code' | 'path'>): boolean {
  return code === 'bad-input' && /^(params|query)\.(\w+_)?id$/.test(path ?? '');
}
