import { describe, expect, test } from 'vitest';
import { type ErrorCode, errorCodes, outageCodes } from '#contract/error-codes.ts';
import { fail } from '#contract/errors.ts';
import { backoff, isTokenRejected, mayRepeat, parseHttpDate, retryAfter } from './retry';

const repeatable: readonly ErrorCode[] = [...outageCodes, 'proxy-refused'];

test.each(Object.keys(errorCodes) as ErrorCode[])('%s', (code) => {
  const anyway = code === 'rate-limited';
  expect(mayRepeat(fail(code), true)).toBe(anyway || repeatable.includes(code));
  expect(mayRepeat(fail(code), false)).toBe(anyway);
});

test('a rate limit is one by its status, whatever the service calls it', () => {
  const error = fail('known-error', { known: 'A_CODE_OF_TOMORROW', status: 429 });
  expect([mayRepeat(error, true), mayRepeat(error, false)]).toEqual([true, true]);
});

test.each([
  { known: 'ACCESS_TOKEN_EXPIRED', wants: true },
  { known: 'UNPARSABLE_ACCESS_TOKEN', wants: true },
  { known: 'INVALID_PROJECT_FOR_ACCESS_TOKEN', wants: true },
  { known: 'ADMIN_ACCESS_TOKEN_EXPIRED', wants: false },
  { known: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', wants: false },
  { known: 'ACCESS_TYPE_REQUIRED', wants: false },
  { known: 'A_CODE_OF_TOMORROW', wants: false },
  { known: undefined, wants: false },
])('$known wants a fresh token: $wants', ({ known, wants }) => {
  expect(isTokenRejected(fail('known-error', known === undefined ? {} : { known }))).toBe(wants);
});

test.each([
  { number: 1, chance: 0, delay: 500 },
  { number: 1, chance: 0.5, delay: 1000 },
  { number: 2, chance: 0, delay: 1000 },
  { number: 3, chance: 0.5, delay: 4000 },
  { number: 4, chance: 0.75, delay: 10_000 },
])('before try $number + 1 with chance $chance: $delay ms', ({ number, chance, delay }) => {
  expect(backoff(number, chance)).toBe(delay);
});

describe('Retry-After', () => {
  const now = Date.UTC(2026, 10, 20, 12);
  test.each([
    { value: '0', wait: 0 },
    { value: '7', wait: 7000 },
    { value: ' 7 ', wait: 7000 },
    { value: '007', wait: 7000 },
    { value: '3600', wait: 3_600_000 },
    { value: '99999999', wait: 99_999_999_000 },
    { value: '9'.repeat(400), wait: 3_153_600_000_000 },
    { value: 'Fri, 20 Nov 2026 12:00:05 GMT', wait: 5000 },
    { value: 'Friday, 20-Nov-26 12:00:05 GMT', wait: 5000 },
    { value: 'Fri Nov 20 12:00:05 2026', wait: 5000 },
    { value: 'Fri, 20 Nov 2026 11:00:00 GMT', wait: 0 },
    { value: 'Wed, 20 Nov 2199 12:00:00 GMT', wait: 3_153_600_000_000 },
    { value: undefined, wait: null },
    { value: '', wait: null },
    { value: '-5', wait: null },
    { value: '1.5', wait: null },
    { value: '1e3', wait: null },
    { value: '0x10', wait: null },
    { value: '5 seconds', wait: null },
    { value: '7, 8', wait: null },
    { value: 'Infinity', wait: null },
    { value: 'tomorrow', wait: null },
    { value: '2026-11-20T12:00:05Z', wait: null },
  ])('$value waits $wait', ({ value, wait }) => {
    expect(retryAfter(value, now)).toBe(wait);
  });
});

const moment = Date.UTC(1994, 10, 6, 8, 49, 37);

test.each(['Sun, 06 Nov 1994 08:49:37 GMT', 'Sunday, 06-Nov-94 08:49:37 GMT', 'Sun Nov  6 08:49:37 1994'])('%s is a moment', (text) => {
  expect(parseHttpDate(text)).toBe(moment);
});

test.each([
  undefined,
  '',
  '0',
  '-5',
  '1.5',
  '5 seconds',
  'soon',
  '1994-11-06T08:49:37Z',
  'Sun, 06 Nov 1994 08:49:37',
  'Sun, 06 Nov 1994 08:49:37 PST',
  'Sun, 6 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT',
  'Sun, 06 Nov 1994 25:61:61 GMT',
  'Sun, 06 Nox 1994 08:49:37 GMT',
])('%j is none', (text) => {
  expect(parseHttpDate(text)).toBeNull();
});
