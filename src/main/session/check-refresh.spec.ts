import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { fresh, owner, setUp, target } from '#tests/support/main/sessions-scene.ts';
import {
  accessToken,
  createScriptedTransport,
  knownError,
  refreshed,
  reportOf,
  response,
  seededRandom,
} from '#tests/support/main/test-ports.ts';
import { tokenReleases } from '#tests/support/samples/access-token.ts';
import type { TransportResponse } from '../ports/ports';
import { createSender, type Target } from '../remote/send';
import { refreshAccessToken } from './session-calls';

const direct: Target = { ...target, keys: {}, owner };

function refresh(answer: TransportResponse, to: Target) {
  const sender = createSender({
    transport: createScriptedTransport(() => answer),
    clock: setUp().clock,
    random: seededRandom(),
    clientVersion: 'x @y/z@1',
  });
  return refreshAccessToken(sender, to, 'refresh-ada');
}

const complete = { access_token: fresh, token_type: 'Bearer', expires_in: 3_599, scope: 'legacy' };

describe('the OAuth form', () => {
  test.each(tokenReleases)('is accepted with a token of %s', async (release) => {
    const access_token = accessToken(someDay + 600_000, 'ada', release);
    expect(await refresh(response({ ...complete, access_token }), target)).toBe(access_token);
    expect(await refresh(response({ access_token }), direct)).toBe(access_token);
  });

  test.each([
    ['as the service sends it', complete],
    ['with another spelling of the type', { ...complete, token_type: 'bearer' }],
    ['with type dpop', { ...complete, token_type: 'DPoP' }],
    ['with seconds as text', { ...complete, expires_in: '3600' }],
    ['without a scope', { ...complete, scope: undefined }],
  ])('is accepted %s', async (_what, body) => {
    expect(await refresh(response(body), target)).toBe(fresh);
  });

  const { access_token: _access, ...withoutAccess } = complete;
  const { token_type: _type, ...withoutType } = complete;
  const { expires_in: _expires, ...withoutExpiry } = complete;
  const expiry = { path: 'expires_in' };
  test.each<[string, unknown, { status?: number; path?: string }]>([
    ['status 201', complete, { status: 201 }],
    ['status 202', complete, { status: 202 }],
    ['status 206', complete, { status: 206 }],
    ['no access token', withoutAccess, { path: 'access_token' }],
    ['an empty access token', { ...complete, access_token: '' }, {}],
    ['an access token that is no text', { ...complete, access_token: 1 }, { path: 'access_token' }],
    ['no token type', withoutType, {}],
    ['an empty token type', { ...complete, token_type: '' }, {}],
    ['a token type that is no text', { ...complete, token_type: 1 }, {}],
    ['another token type', { ...complete, token_type: 'mac' }, {}],
    ['no lifetime', withoutExpiry, expiry],
    ['a lifetime of zero', { ...complete, expires_in: 0 }, expiry],
    ['a lifetime of zero as text', { ...complete, expires_in: '0' }, expiry],
    ['a negative lifetime', { ...complete, expires_in: -1 }, {}],
    ['a lifetime that is no number', { ...complete, expires_in: 'soon' }, {}],
    ['a lifetime of null', { ...complete, expires_in: null }, {}],
    ['a refresh token that is no text', { ...complete, refresh_token: 7 }, { path: 'refresh_token' }],
    ['a list', [complete], { path: '' }],
    ['null', null, { path: '' }],
  ])('is refused with %s', async (_what, body, { status = 200, ...more }) => {
    expect(await reportOf(refresh(response(body, { status }), target))).toEqual({ code: 'bad-response', status, ...more });
  });

  test('is refused with an empty body', async () => {
    expect(await reportOf(refresh({ ...response(''), status: 204 }, target))).toEqual({ code: 'bad-response', status: 204 });
  });
});

describe('the direct form', () => {
  test('is accepted with nothing but an access token', async () => {
    expect(await refresh(response({ access_token: fresh }), direct)).toBe(fresh);
  });

  test.each<[string, TransportResponse, object]>([
    ['status 201', response({ access_token: fresh }, { status: 201 }), { status: 201 }],
    ['status 203', response({ access_token: fresh }, { status: 203 }), { status: 203 }],
    ['no access token', response({}), { status: 200, path: 'access_token' }],
  ])('is refused with %s', async (_what, answer, more) => {
    expect(await reportOf(refresh(answer, direct))).toEqual({ code: 'bad-response', ...more });
  });
});

describe.each([
  ['the OAuth form', target, complete],
  ['the direct form', direct, { access_token: fresh }],
])('a lost connection in %s', (_form, to, body) => {
  function lostTimes(times: number) {
    const transport = createScriptedTransport((_request, number) => {
      if (number <= times) throw fail('connection-lost');
      return response(body);
    });
    const clock = createFakeClock({ hasteUpTo: 60_000 });
    const sender = createSender({ transport, clock, random: seededRandom(), clientVersion: 'x @y/z@1' });
    return { transport, done: refreshAccessToken(sender, to, 'refresh-ada') };
  }

  test('is tried again, because the refresh token stays as it is', async () => {
    const { transport, done } = lostTimes(2);
    expect(await done).toBe(fresh);
    expect(transport.requests).toHaveLength(3);
  });

  test('is reported after five tries', async () => {
    const { transport, done } = lostTimes(9);
    expect(await reportOf(done)).toEqual({ code: 'connection-lost' });
    expect(transport.requests).toHaveLength(5);
  });
});

test.each([target, direct])('the service’s own errors are reported as they are', async (to) => {
  expect(await reportOf(refresh(knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401), to))).toMatchObject({
    code: 'known-error',
    known: 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED',
    status: 401,
  });
});

test('no text of a token is in the error of a refused response', async () => {
  const thrown = await refresh(response({ ...complete, token_type: 'mac' }), target).catch((error: unknown) => error);
  expect(JSON.stringify(thrown, Object.getOwnPropertyNames(thrown as object))).not.toContain(fresh);
  expect((thrown as Error).cause).toBeUndefined();
});

test('a refused response keeps the session and its tokens', async () => {
  const { add, sessions, list, secrets, transport } = setUp(() => response({ ...complete, expires_in: 0 }));
  await add('ada');
  const source = sessions.source('a1', 'c');
  source.refuse((await source.tokens()).access);
  expect(await reportOf(source.tokens())).toMatchObject({ code: 'bad-response' });
  expect([list(), await secrets.get('account/a1/refresh')]).toEqual([
    [['a1', 'c', 'ada', 'signed-in', true]],
    expect.stringContaining('refresh-ada'),
  ]);
  transport.answer = () => refreshed(fresh);
  expect((await source.tokens()).access).toBe(fresh);
});
