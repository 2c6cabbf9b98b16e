import { describe, expect, it } from 'vitest';
import { errorCodes } from '#contract/error-codes.ts';
import { AppError } from '#contract/errors.ts';
import { createTranslator } from '#messages/translator.ts';
import { errorDetails, errorText, reportOf } from './error-text';

const messages = createTranslator('en');
const titleOf = (report: Parameters<typeof errorText>[1]) => errorText(messages, report).title;

describe('the text of a failure', () => {
  it('is the app’s own for a known code of the service', () => {
    expect(titleOf({ code: 'known-error', known: 'EMAIL_PASSWORD_MISMATCH', text: 'Wrong.' })).toBe('Incorrect email or password');
  });

  it('is the service’s, with the code, for an unknown one', () => {
    const title = titleOf({ code: 'known-error', known: 'SOMETHING_NEW', text: 'Something is new.' });
    expect(title).toContain('Something is new.');
    expect(title).toContain('SOMETHING_NEW');
    expect(titleOf({ code: 'known-error', known: 'SOMETHING_NEW' })).toContain('SOMETHING_NEW');
  });

  it('shows braces and tags of the service’s text as text', () => {
    expect(titleOf({ code: 'known-error', known: 'X', text: '{a} <b>' })).toContain('{a} <b>');
  });

  it('includes the end of a long pause', () => {
    const report = { code: 'rate-limited', status: 429, details: { retryAtMillis: new Date(2036, 10, 17, 12).getTime() } } as const;
    const { title, next } = errorText(messages, report);
    expect(title.replaceAll('\u00a0', ' ')).toMatch(/^Too many requests: the service requires a pause until Nov 17, 2036, 12:00\sPM$/);
    expect(next).toBe('Try again after that time.');
    expect(titleOf({ code: 'rate-limited' })).toBe('Too many requests');
  });

  it('includes the status of a failing service', () => {
    expect(titleOf({ code: 'service-error', status: 503 })).toContain('503');
    expect(titleOf({ code: 'service-error', status: 404, text: 'No such row.' })).toContain('No such row.');
  });

  it.each([
    { limit: 'bytes', max: 16 * 1024 * 1024, title: 'The response is larger than 16\u00a0MB' },
    { limit: 'nesting', max: 200, title: 'The response is nested more than 200 levels deep' },
    { limit: 'values', max: 250_000, title: 'The response contains more than 250,000 values' },
  ])('includes the limit of $limit', ({ limit, max, title }) => {
    expect(titleOf({ code: 'bad-response', details: { limit, max } })).toBe(title);
    expect(titleOf({ code: 'response-too-large', details: { limit, max } })).toBe(title);
  });

  it.each([{}, { limit: 'bytes' }, { max: 1 }, { limit: 1, max: 1 }, { limit: 'bytes', max: '1' }, [], null, 'bytes'])(
    'name no limit for the details %j',
    (details) => {
      expect(titleOf({ code: 'response-too-large', details })).toBe('The response is too large');
    },
  );

  it.each([
    [
      'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE',
      'Reconnect the account and allow the missing scopes at the provider, then check again.',
    ],
    ['OAUTH_ACCESS_TOKEN_NOT_AVAILABLE', 'Reconnect the account, then check again.'],
    ['OAUTH_CONNECTION_NOT_CONNECTED_TO_USER', 'Reconnect the account, then check again.'],
  ] as const)('says for %s what the connected accounts offer', (known, next) => {
    expect(errorText(messages, { code: 'known-error', known }).next).toBe(next);
  });

  it('always includes a next step', () => {
    for (const code of Object.keys(errorCodes) as (keyof typeof errorCodes)[]) expect(errorText(messages, { code }).next).not.toBe('');
  });
});

it('returns a report for anything thrown', () => {
  expect(reportOf(new AppError({ code: 'timed-out', requestId: 'r1' }))).toEqual({ code: 'timed-out', requestId: 'r1' });
  expect(reportOf(new TypeError('x'))).toEqual({ code: 'internal' });
  expect(reportOf('x')).toEqual({ code: 'internal' });
});

// Actions hand over reports, which went through this again and became `internal` in the toasts.
it('returns a report as it is, and takes nothing else for one', () => {
  expect(reportOf({ code: 'rate-limited', status: 429 })).toEqual({ code: 'rate-limited', status: 429 });
  for (const other of [
    { code: 'ENOENT' },
    { code: 'toString' },
    { code: 7 },
    {},
    null,
    undefined,
    Object.assign(new Error('x'), { code: 'timed-out' }),
  ])
    expect(reportOf(other)).toEqual({ code: 'internal' });
});

it('includes codes and request in the details, and omits what is missing', () => {
  const details = errorDetails({ code: 'known-error', known: 'USER_NOT_FOUND', requestId: 'req_1' });
  expect(details).toContain('known: USER_NOT_FOUND');
  expect(details).toContain('requestId: req_1');
  expect(details).not.toContain('undefined');
});
