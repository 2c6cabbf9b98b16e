import { beforeAll, describe, expect, it } from 'vitest';
import { type KnownErrorCode, knownErrors } from '#contract/known-errors.ts';
import { catalog } from '#contract/service/index.ts';
import { notServed } from '../http/context';
import { Failure, knownError, oauthFailure, plainFailure } from '../http/failures';
import { respond, respondFailure, respondUnexpected } from '../http/respond';
import { baseline } from '../releases/release';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { handlers } from './handlers';

let test: TestSandbox;
beforeAll(async () => {
  test = await createTestSandbox();
});

const envelope = { release: baseline, requestId: '0123456789abcdef', now: 0, overrideStatus: false, accept: '*/*', headers: {} };
const codes = Object.entries(knownErrors).flatMap(([code, { status }]) =>
  status === null ? [] : [[code as KnownErrorCode, status] as const],
);

describe('known errors', () => {
  it.each(codes)('%s', async (code, status) => {
    const response = respondFailure(knownError(code, { a: 1 }, { message: 'm' }), envelope);
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(response.headers.get('x-stack-known-error')).toBe(code);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toMatchObject({ code, details: { a: 1 } });
    expect(text).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  it('omits missing details', async () => {
    const body = await respondFailure(knownError('USER_NOT_FOUND'), envelope).json();
    expect(body).toEqual({ code: 'USER_NOT_FOUND', error: 'User not found.' });
  });

  it('never sends a group', () => {
    expect(() => knownError('INVALID_ACCESS_TOKEN')).toThrow(TypeError);
  });

  it('omits the bracketed part of a text if its value is missing', () => {
    expect(knownError('ACCESS_TOKEN_EXPIRED').message).toBe('Access token has expired. Please refresh it and try again.');
  });
});

describe('other failures', () => {
  it('sends plain texts without a code', async () => {
    const response = respondFailure(plainFailure(403, 'No.'), envelope);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      403,
      'text/plain; charset=utf-8',
      'No.',
    ]);
    expect(response.headers.has('x-stack-known-error')).toBe(false);
  });

  it('sends the OAuth form', async () => {
    const response = respondFailure(oauthFailure('invalid_request', 'Missing parameter: `code`'), envelope);
    expect(await response.json()).toEqual({ error: 'invalid_request', error_description: 'Missing parameter: `code`' });
    expect([response.status, response.headers.has('x-stack-known-error')]).toEqual([400, false]);
  });

  it('includes the request ID in an unexpected failure', async () => {
    const text = await respondUnexpected(envelope).text();
    expect(text).toBe('Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: 0123456789abcdef');
  });
});

describe('override status', () => {
  const overriding = { ...envelope, overrideStatus: true };

  it('sends 200 and the real status as a header, only for failures', async () => {
    const failed = respondFailure(knownError('USER_NOT_FOUND'), overriding);
    expect([failed.status, failed.headers.get('x-stack-actual-status'), failed.headers.get('x-stack-known-error')]).toEqual([
      200,
      '404',
      'USER_NOT_FOUND',
    ]);
    const fine = respond({ status: 201, body: {} }, overriding);
    expect([fine.status, fine.headers.has('x-stack-actual-status')]).toEqual([201, false]);
    expect(respondUnexpected(overriding).headers.get('x-stack-actual-status')).toBe('500');
  });

  it('is enabled by the header’s presence, whatever its value', async () => {
    const answer = await test.raw('GET', '/nope', { 'x-stack-override-error-status': '' });
    expect([answer.status, answer.headers.get('x-stack-actual-status')]).toEqual([200, '404']);
  });

  it('is ignored by a wrong method', async () => {
    const answer = await test.raw('PUT', '/users', { 'x-stack-override-error-status': 'true' });
    expect([answer.status, answer.text]).toEqual([405, '']);
  });
});

describe('successful responses', () => {
  it('are compact, and indented for a browser', async () => {
    const compact = await test.call('client', 'GET', '/projects/current');
    expect(compact.text).not.toContain('\n');
    const pretty = await test.raw('GET', '/projects/current', { ...test.headers('client'), accept: 'text/html,*/*' });
    expect(pretty.text).toBe(JSON.stringify(compact.json, null, 2));
  });

  it('carry a request id, no-store, and the time of the sandbox', async () => {
    const { headers } = await test.call('client', 'GET', '/projects/current');
    expect(headers.get('x-stack-request-id')).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
    expect(headers.get('cache-control')).toBe('no-store, max-age=0');
    expect(Date.parse(headers.get('date') ?? '')).toBe(Math.floor(test.clock.now() / 1000) * 1000);
  });
});

describe('paths', () => {
  it('serves all version names', async () => {
    for (const version of ['v1', 'latest', 'v2beta1', 'v2beta4']) {
      expect((await test.raw('GET', `/api/${version}/projects/current`, test.headers('client'))).status).toBe(200);
    }
    expect((await test.raw('GET', '/api/v2beta5/projects/current', test.headers('client'))).status).toBe(404);
  });

  it.each([['http://localhost:8102/api/v1/nope?a=1'], ['http://sandbox.example:1234/api/v3'], ['http://127.0.0.1/api/v1/users/me/nope']])(
    'repeats the requested URL %s if it is unknown',
    async (url) => {
      const response = await test.sandbox.fetch(new Request(url));
      expect([response.status, (await response.text()).split('\n').at(-1)]).toEqual([404, `URL: ${url}`]);
    },
  );

  it('redirects a trailing slash with 308', async () => {
    const answer = await test.raw('GET', '/users/?limit=1');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/api/v1/users?limit=1']);
  });

  it('responds to OPTIONS directly', async () => {
    const answer = await test.raw('OPTIONS', '/users');
    expect([answer.status, answer.text, answer.headers.get('access-control-allow-origin')]).toEqual([200, '', '*']);
    expect(answer.headers.get('access-control-allow-headers')).toContain('x-stack-override-error-status');
    expect(answer.headers.get('access-control-expose-headers')).toBe('content-type, x-stack-actual-status, x-stack-known-error');
  });

  it('has a handler for every endpoint except those that share a path', () => {
    const endpoints = Object.entries(catalog).flatMap(([group, entries]) => Object.keys(entries).map((endpoint) => `${group}.${endpoint}`));
    expect([...Object.keys(handlers), ...notServed].sort()).toEqual(endpoints.sort());
  });
});

describe('unforeseen failures', () => {
  it('become a 500 with the request ID, and are reported', async () => {
    const broken = await createTestSandbox();
    broken.store.script('ALTER TABLE teams RENAME TO elsewhere');
    const answer = await broken.call('server', 'GET', '/teams');
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(`Request ID: ${answer.headers.get('x-stack-request-id')}`);
    expect(broken.faults).toHaveLength(1);
    expect(broken.faults[0]).not.toBeInstanceOf(Failure);
  });
});

describe('bodies', () => {
  const signIn = (type: string | null, body?: string) =>
    test.raw('POST', '/auth/password/sign-in', { ...test.headers('client'), ...(type === null ? {} : { 'content-type': type }) }, body);

  it.each([
    ['application/json', '{"a":', 'Invalid JSON in request body'],
    ['application/json', '', 'Invalid JSON in request body'],
    ['application/json', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'Invalid JSON in request body'],
    ['application/xml', '<a/>', 'Unknown content type in request body: application/xml'],
  ])('%s %.20s', async (type, body, message) => {
    const { json, status } = await signIn(type, body);
    expect([status, json]).toEqual([400, { code: 'BODY_PARSING_ERROR', error: message }]);
  });

  it('reads forms, and JSON with any parameters', async () => {
    const form = new URLSearchParams([
      ['email', 'x@y.example'],
      ['email', 'ada@analytical.example'],
      ['password', 'wrong-wrong'],
    ]);
    expect((await signIn('application/x-www-form-urlencoded', form.toString())).json.code).toBe('EMAIL_PASSWORD_MISMATCH');
    expect((await signIn('Application/JSON; charset=utf-8', '{"email":"a@b.example","password":"wrong-wrong"}')).json.code).toBe(
      'EMAIL_PASSWORD_MISMATCH',
    );
  });

  it('distinguishes a missing body from an invalid one', async () => {
    expect((await signIn(null)).json.error).toContain('\n  - body must be defined');
    expect((await signIn('text/plain', 'hello')).json.error).toContain(
      '\n  - body must be a `object` type, but the final value was: `"hello"`.',
    );
  });

  it('ignores the body of DELETE', async () => {
    const { access_token } = await test.signIn();
    expect((await test.call('client', 'DELETE', '/auth/sessions/current', { anything: 1 }, access_token)).status).toBe(200);
  });
});
