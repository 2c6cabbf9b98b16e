/** Failures of requests: known errors, plain text, OAuth errors, and the service's own faults. Anything else that is thrown becomes a 500. */
import type { AccessType } from '#contract/definitions.ts';
import { type KnownErrorCode, knownErrors } from '#contract/known-errors.ts';
import type { Release } from '../releases/release';

type FailureBody =
  | {
      readonly kind: 'known';
      readonly code: KnownErrorCode;
      readonly error: string;
      readonly details?: Readonly<Record<string, unknown>>;
      /** Whether the service omits the header with the code. */
      readonly omitsCodeHeader?: true;
    }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'oauth'; readonly error: string; readonly description: string };

/** Thrown by any step of a request. `handle` converts it to the response. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly body: FailureBody,
  ) {
    super(body.kind === 'text' ? body.text : body.error);
  }
}

/** A 500 of the service itself, which the sandbox emulates. Not a fault of the sandbox, so it isn't reported as one. */
export class ServiceFault extends Error {
  override readonly name = 'ServiceFault';
}

/** Returns a failure where the service doesn't handle a request and responds with 500. The text isn't sent. */
export function serviceFault(text: string): ServiceFault {
  return new ServiceFault(text);
}

/** Returns a known error. `values` fill its text's placeholders, `details` are sent as they are (wire/conventions 9.1). */
export function knownError(
  code: KnownErrorCode,
  details?: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, string>> = {},
): Failure {
  const { status, text } = knownErrors[code];
  if (status === null || text === null) throw new TypeError(`${code} is a group and never travels`);
  return new Failure(status, { kind: 'known', code, error: fill(text, values), ...(details ? { details } : {}) });
}

/** Fills `{placeholders}`. A part in brackets is kept only if its placeholder has a value. Some texts have a second form. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  const [full = '', withoutValue = full] = text.split('  |  when the value is not known: ');
  const pattern = 'value' in values ? full : withoutValue;
  const optional = pattern.replace(/\[([^\]]*\{([^}]+)\}[^\]]*)\]/, (_all, part: string, name: string) => (name in values ? part : ''));
  return optional.replace(/\{([^}]+)\}/g, (all, name: string) => values[name] ?? all);
}

/** Returns a plain-text failure without a code (wire/conventions 9.3). */
export function plainFailure(status: number, text: string): Failure {
  return new Failure(status, { kind: 'text', text });
}

/** Returns an OAuth error (wire/conventions 9.4). */
export function oauthFailure(error: string, description: string): Failure {
  return new Failure(400, { kind: 'oauth', error, description });
}

/** Returns SCHEMA_ERROR, whose text and details are the same message. */
export function schemaError(message: string): Failure {
  return knownError('SCHEMA_ERROR', { message }, { message });
}

export function bodyParsingError(message: string): Failure {
  return knownError('BODY_PARSING_ERROR', undefined, { message });
}

/** Returns ACCESS_TOKEN_EXPIRED or its equivalent for admin tokens. `expiredAt` is null if no token was sent; `ids` are further details. */
export function tokenExpired(
  code: 'ACCESS_TOKEN_EXPIRED' | 'ADMIN_ACCESS_TOKEN_EXPIRED',
  expiredAt: number | null,
  ids: Readonly<Record<string, string>> = {},
): Failure {
  const values = expiredAt === null ? undefined : { 'ISO 8601': new Date(expiredAt).toISOString() };
  return knownError(code, { expired_at_millis: expiredAt, ...ids }, values);
}

/** Returns the failure for an access type below the required one. */
export function insufficientAccess(actual: AccessType, allowed: readonly AccessType[]): Failure {
  const quoted = allowed.map((type) => `'${type}'`).join(' or ');
  return knownError(
    'INSUFFICIENT_ACCESS_TYPE',
    { actual_access_type: actual, allowed_access_types: allowed },
    { "allowed, each in single quotes, joined by ' or '": quoted, actual },
  );
}

/** Returns a known error with a part of its text replaced, as later releases word it. */
export function reworded(failure: Failure, from: string, to: string): Failure {
  const { status, body } = failure;
  return body.kind === 'known' ? new Failure(status, { ...body, error: body.error.replace(from, to) }) : failure;
}

/** Returns the failure for an unknown OAuth client. From 2.8.12 on, its text mentions branches. */
export function invalidOAuthClient(release: Release, clientId: string | null): Failure {
  const failure = knownError('INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: clientId });
  const branched = 'the project ID (potentially with a hash and a branch ID),';
  return release.has('branches') ? reworded(failure, 'the project ID,', branched) : failure;
}

export function teamMembershipNotFound(teamId: string, userId: string): Failure {
  return knownError('TEAM_MEMBERSHIP_NOT_FOUND', { team_id: teamId, user_id: userId }, { teamId, userId });
}

/** Returns the failure for an unknown permission, up to 2.8.10 also for one of the other scope. */
export function permissionNotFound(permissionId: string): Failure {
  return knownError('PERMISSION_NOT_FOUND', { permission_id: permissionId }, { permissionId });
}

/** Returns USER_EMAIL_ALREADY_EXISTS, from 2.8.22 on with whether it would have worked with a verified address (wire/newer 2.2). */
export function emailTaken(release: Release, email: string): Failure {
  return knownError('USER_EMAIL_ALREADY_EXISTS', { email, ...verificationHint(release) }, { email });
}

function verificationHint(release: Release) {
  return release.has('email-taken-hint') ? { would_work_if_email_was_verified: false } : {};
}

/** Returns the failure for a project that doesn't exist, from 2.8.27 on (wire/newer 2.1). */
export function currentProjectNotFound(projectId: string): Failure {
  return knownError('CURRENT_PROJECT_NOT_FOUND', { project_id: projectId }, { projectId });
}

export function userIdDoesNotExist(userId: string): Failure {
  return knownError('USER_ID_DOES_NOT_EXIST', { user_id: userId }, { userId });
}

/**
 * Returns the failure for an email with which another user signs in, from 2.8.22 on with whether it would have worked with a verified
 * address (wire/newer 2.2). `value` is null where the service doesn't include it.
 */
export function addressUsedForAuth(release: Release, value: string | null): Failure {
  const values = { type: 'email', ...(value === null ? {} : { value }) };
  const details = { type: 'email', contact_channel_value: value, ...verificationHint(release) };
  return knownError('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE', details, values);
}
