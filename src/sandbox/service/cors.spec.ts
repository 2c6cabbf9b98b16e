import { beforeAll, describe, expect, it } from 'vitest';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeAll(async () => {
  test = await createTestSandbox();
});

/** As in wire/conventions 11. */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-allow-headers':
    'content-type, authorization, x-stack-project-id, x-stack-override-error-status, x-stack-random-nonce, x-stack-client-version, ' +
    'x-stack-disable-artificial-development-delay, x-stack-access-type, x-stack-publishable-client-key, x-stack-secret-server-key, ' +
    'x-stack-super-secret-admin-key, x-stack-admin-access-token, x-stack-refresh-token, x-stack-access-token, baggage, sentry-trace, ' +
    'x-vercel-protection-bypass',
  'access-control-expose-headers': 'content-type, x-stack-actual-status, x-stack-known-error',
};

const given = (answer: { headers: Headers }) =>
  Object.fromEntries([...answer.headers].filter(([name]) => name.startsWith('access-control-')));

describe('pages of other origins', () => {
  const asking = {
    origin: 'https://app.example',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'x-stack-project-id',
  };

  it.each(['/users/me', '/nowhere', ''])('can send a preflight for %j, and get no other response', async (path) => {
    const answer = await test.raw('OPTIONS', `/api/v1${path}`, asking);
    expect([answer.status, answer.text, given(answer)]).toEqual([200, '', headers]);
  });

  it.each<[string, string, string, Record<string, string>, number]>([
    ['a success', 'GET', '/api/v1', {}, 200],
    ['a known error', 'GET', '/api/v1/users', {}, 400],
    ['an overridden one', 'GET', '/api/v1/users', { 'x-stack-override-error-status': 'true' }, 200],
    ['an unknown path', 'GET', '/api/v1/nowhere', {}, 404],
    ['a wrong method', 'PUT', '/api/v1/users', {}, 405],
    ['a slash too many', 'GET', '/api/v1/users/', {}, 308],
    ['an unknown body', 'POST', '/api/v1/users', { 'content-type': 'a/b' }, 400],
  ])('can read %s', async (_what, method, path, more, status) => {
    const answer = await test.raw(method, path, { origin: asking.origin, ...more });
    expect([answer.status, given(answer)]).toEqual([status, headers]);
  });

  it.each(['/health', '/sandbox/mailbox', '/sandbox/clock'])('can’t read %s, which isn’t part of the service', async (path) => {
    expect(given(await test.raw('GET', path, { origin: asking.origin }))).toEqual({});
  });
});
