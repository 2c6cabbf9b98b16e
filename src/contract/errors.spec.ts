import { expect, test } from 'vitest';
import { errorCodes } from './error-codes';
import { errorReport } from './error-report';
import { AppError, fail, toReport } from './errors';

test.each(Object.keys(errorCodes))('a report of %s fits the schema', (code) => {
  expect(errorReport.safeParse({ code }).success).toBe(true);
});

test.each([
  { code: 'no-such-code' },
  { code: '__proto__' },
  {},
  { code: 'internal', stack: 'at main.ts' },
  { code: 'internal', status: 1.5 },
  { code: 'internal', details: undefined, cause: 'x' },
])('%j is not a report', (value) => {
  expect(errorReport.safeParse(value).success).toBe(false);
});

test('an AppError crosses as its report, without its cause', () => {
  const error = fail('service-error', { status: 500, requestId: 'abc' }, new Error('the socket said secret'));
  expect(toReport(error)).toEqual({ code: 'service-error', status: 500, requestId: 'abc' });
  expect(JSON.stringify(toReport(error))).not.toContain('secret');
  expect(error.cause).toBeInstanceOf(Error);
});

test.each([
  new Error('secret'),
  new TypeError('secret'),
  'secret',
  42,
  null,
  undefined,
  { code: 'bad-input', text: 'secret' },
  { report: { code: 'bad-input' } },
  Object.create(null),
])('anything else thrown is `internal` and nothing more', (thrown) => {
  expect(toReport(thrown)).toEqual({ code: 'internal' });
});

test('an error is named by the service’s code where there is one', () => {
  expect(new AppError({ code: 'known-error', known: 'USER_NOT_FOUND' }).message).toBe('USER_NOT_FOUND');
  expect(fail('cancelled').message).toBe('cancelled');
  expect(fail('cancelled').code).toBe('cancelled');
});

test('every code has a repeatable flag and a next step', () => {
  for (const [code, { retryable, next }] of Object.entries(errorCodes)) {
    expect([code, typeof retryable]).toEqual([code, 'boolean']);
    expect(next).toMatch(/^[a-z-]+$/);
  }
});
