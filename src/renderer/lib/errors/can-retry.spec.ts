import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../../../contract/error-codes';
import { createTranslator } from '../../../messages/translator';
import { canRetry } from './can-retry';
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
