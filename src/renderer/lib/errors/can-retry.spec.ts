import { describe, expect, it, test } from 'vitest';
import { type ErrorCode, errorCodes } from '#contract/error-codes.ts';
import type { ErrorReport } from '#contract/errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { canRetry, isAboutId, isMissing, isOutage, isRefusal, missingTeam, missingUser } from './can-retry';
import { errorText } from './error-text';

describe('a failure can be retried', () => {
  it.each([
    [400, false],
    [401, false],
    [403, false],
    [404, false],
    [405, false],
    [408, true],
    [409, false],
    [410, false],
    [413, false],
    [422, false],
    [425, true],
    [429, true],
    [500, true],
    [501, false],
    [502, true],
    [503, true],
    [504, true],
    [505, false],
  ])('with status %i: %s, with and without a code of the service', (status, expected) => {
    expect(canRetry({ code: 'service-error', status })).toBe(expected);
    expect(canRetry({ code: 'known-error', known: 'A_CODE_OF_TOMORROW', status })).toBe(expected);
  });

  it.each([
    ['USER_NOT_FOUND', 404, false],
    ['TEAM_NOT_FOUND', 404, false],
    ['TEAM_PERMISSION_REQUIRED', 401, false],
    ['INSUFFICIENT_ACCESS_TYPE', 401, false],
    ['SCHEMA_ERROR', 400, false],
    ['UNSUPPORTED_ERROR', 400, false],
    ['OAUTH_PROVIDER_TEMPORARILY_UNAVAILABLE', 503, true],
  ])('with %s: %s', (known, status, expected) => {
    expect(canRetry({ code: 'known-error', known, status })).toBe(expected);
  });

  it.each<[ErrorCode, boolean]>([
    ['not-offered-by-service', false],
    ['missing-credentials', false],
    ['session-ended', false],
    ['read-only-connection', false],
    ['host-not-allowed', false],
    ['response-too-large', false],
    ['bad-response', true],
    ['rate-limited', true],
    ['connection-lost', true],
    ['keychain-locked', true],
    // Also of a network whose sign-in page redirects requests.
    ['redirect-refused', true],
  ])('with %s: %s', (code, expected) => {
    expect(canRetry({ code })).toBe(expected);
  });
});

it('no text says to try the same again where that can’t help', () => {
  const messages = createTranslator('en');
  const statuses = [400, 403, 404, 501].map((status) => ({ code: 'service-error', status }) as const);
  const codes = (Object.keys(errorCodes) as ErrorCode[]).filter((code) => code !== 'secret-expired').map((code) => ({ code }));
  const lasting = [...statuses, ...codes].filter((report) => !canRetry(report));
  expect(lasting.filter((report) => errorText(messages, report).next.startsWith('Try again'))).toEqual([]);
});

const outages: readonly ErrorCode[] = ['offline', 'unreachable', 'name-not-found', 'connection-lost', 'timed-out', 'proxy-unreachable'];

it.each(Object.keys(errorCodes) as ErrorCode[])('%s', (code) => {
  expect(isOutage({ code })).toBe(outages.includes(code));
});

it.each<{ report: ErrorReport; is: boolean }>([
  { report: { code: 'service-error', status: 502 }, is: true },
  { report: { code: 'service-error', status: 503 }, is: true },
  { report: { code: 'service-error', status: 504 }, is: true },
  { report: { code: 'service-error', status: 500 }, is: false },
  { report: { code: 'service-error', status: 404 }, is: false },
  { report: { code: 'known-error', known: 'X', status: 503 }, is: false },
  { report: { code: 'rate-limited', status: 429 }, is: false },
])('$report is an outage: $is', ({ report, is }) => {
  expect(isOutage(report)).toBe(is);
});

const cases: readonly (readonly [ErrorReport, boolean])[] = [
  [{ code: 'known-error', known: 'TEAM_PERMISSION_REQUIRED', status: 401 }, true],
  [{ code: 'service-error', status: 403 }, true],
  [{ code: 'bad-input' }, true],
  [{ code: 'not-confirmed' }, true],
  [{ code: 'read-only-connection' }, true],
  [{ code: 'service-error', status: 500 }, false],
  [{ code: 'service-error' }, false],
  [{ code: 'connection-lost' }, false],
  [{ code: 'timed-out' }, false],
  [{ code: 'offline' }, false],
  [{ code: 'bad-response' }, false],
  [{ code: 'bridge-lost' }, false],
];

it.each(cases)('%j is a refusal: %s', (report, expected) => {
  expect(isRefusal(report)).toBe(expected);
});

test.each<[ErrorReport, boolean, boolean]>([
  [{ code: 'known-error', known: 'USER_NOT_FOUND' }, true, false],
  [{ code: 'known-error', known: 'TEAM_NOT_FOUND' }, false, true],
  [{ code: 'bad-input', path: 'params.user_id' }, true, false],
  [{ code: 'bad-input', path: 'params.team_id' }, false, true],
  [{ code: 'bad-input', path: 'params.id' }, false, true],
  [{ code: 'bad-input', path: 'body.user_id' }, false, false],
  [{ code: 'bad-input' }, false, false],
  [{ code: 'service-error', status: 404 }, false, false],
])('%j is a missing user: %s, team: %s', (report, isUser, isTeam) => {
  expect([isMissing(report, missingUser), isMissing(report, missingTeam)]).toEqual([isUser, isTeam]);
});

test.each([
  ['params.user_id', true],
  ['params.team_id', true],
  ['params.id', true],
  ['params.api_key_id', true],
  ['query.user_id', true],
  ['query.team_id', true],
  ['query.contact_channel_id', true],
  ['body.user_id', false],
  ['params.type', false],
  ['query.limit', false],
  ['query.valid', false],
])('a problem at %s is about an ID in an address: %s', (path, expected) => {
  expect(isAboutId({ code: 'bad-input', path })).toBe(expected);
  const { title } = errorText(createTranslator('en'), { code: 'bad-input', path });
  expect(title).toBe(expected ? 'The ID in the address isn’t valid' : `The value for “${path}” isn’t valid`);
});
