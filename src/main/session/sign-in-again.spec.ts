import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { settle } from '#tests/support/fake-clock.ts';
import { accessOf, ada, fresh, live, over, setUp, target } from '#tests/support/main/sessions-scene.ts';
import { type Answer, knownError, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';
import type { TransportRequest } from '../ports/ports';

const second = { refreshToken: 'second-refresh-ada' };
const sent = (requests: readonly TransportRequest[]) => requests.map(({ method, url }) => `${method} ${url.slice(url.indexOf('/auth'))}`);
const endsCurrent = 'DELETE /auth/sessions/current';
const refreshes = 'POST /auth/oauth/token';

describe('signing in again as the same user', () => {
  test('keeps the account’s ID, place and name, and makes it the current one', async () => {
    const { add, list, topic, sessions } = setUp();
    await add('ada');
    await add('bob');
    await sessions.describe('c', ada);
    expect(await add('ada', 'c', live, second)).toBe('a1');
    expect(list()).toEqual([
      ['a1', 'c', 'ada', 'signed-in', true],
      ['a2', 'c', 'bob', 'signed-in', false],
    ]);
    expect(topic.get().value[0]).toMatchObject({ displayName: 'Ada', primaryEmail: 'ada@x.io' });
  });

  test('stores the tokens under another name, and forgets the old ones', async () => {
    const { add, sessions, secrets } = setUp();
    await add('ada');
    await add('ada', 'c', fresh, second);
    expect(await sessions.source('a1', 'c').tokens()).toEqual({ access: fresh, refresh: 'second-refresh-ada' });
    expect([await secrets.get('account/a1/refresh'), await secrets.get('account/a1/access')]).toEqual([null, null]);
    expect(await secrets.get('account/a2/refresh')).toContain('second-refresh-ada');
  });

  test('on another connection is another account', async () => {
    const { add, transport } = setUp();
    expect([await add('ada'), await add('ada', 'other', live, second)]).toEqual(['a1', 'a2']);
    expect(transport.requests).toEqual([]);
  });

  test('revives an account whose session had ended', async () => {
    const { add, list, sessions, transport } = setUp(() => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401));
    await add('ada', 'c', over);
    await reportOf(sessions.source('a1', 'c').tokens());
    const before = transport.requests.length;
    expect(await add('ada', 'c', live, second)).toBe('a1');
    expect(list()).toEqual([['a1', 'c', 'ada', 'signed-in', true]]);
    expect((await sessions.source('a1', 'c').tokens()).refresh).toBe('second-refresh-ada');
    expect(transport.requests.length).toBe(before);
  });

  test('lets sources that were handed out before go on with the new tokens', async () => {
    const { add, sessions } = setUp();
    await add('ada');
    const source = sessions.source('a1', 'c');
    await source.tokens();
    await add('ada', 'c', fresh, second);
    expect(await source.tokens()).toEqual({ access: fresh, refresh: 'second-refresh-ada' });
    await sessions.forget('a1');
    expect(await reportOf(source.tokens())).toEqual({ code: 'signed-out' });
  });

  test.each<[string, () => ReturnType<Answer>]>([
    ['succeeds', () => refreshed(live)],
    ['is refused', () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401)],
    ['fails', () => response('x', { status: 500 })],
  ])('drops a refresh of the old tokens that %s afterwards', async (_what, outcome) => {
    let finish = () => {};
    const { add, sessions, secrets, list } = setUp(({ body }) =>
      body?.includes('refresh_token=refresh-ada')
        ? new Promise((resolve) => (finish = () => resolve(outcome())))
        : response({ success: true }),
    );
    await add('ada', 'c', over);
    const asking = sessions.source('a1', 'c').tokens();
    await settle();
    const finishFirst = finish;
    const adding = add('ada', 'c', fresh, second);
    await settle();
    finishFirst();
    expect(await asking).toEqual({ access: fresh, refresh: 'second-refresh-ada' });
    await settle();
    finish();
    await adding;
    expect(list()).toEqual([['a1', 'c', 'ada', 'signed-in', true]]);
    expect([await secrets.get('account/a1/refresh'), await secrets.get('account/a1/access')]).toEqual([null, null]);
  });
});

describe('the session that is replaced', () => {
  test('is ended at the service with its own tokens', async () => {
    const { add, transport } = setUp();
    await add('ada');
    await add('ada', 'c', fresh, second);
    expect([sent(transport.requests), transport.requests.map(accessOf)]).toEqual([[endsCurrent], [live]]);
  });

  test('is refreshed first where its access token has run out, and nothing of that is stored', async () => {
    const { add, transport, secrets } = setUp(({ url }) => (url.endsWith('/token') ? refreshed(fresh) : response({ success: true })));
    await add('ada', 'c', over);
    await add('ada', 'c', live, second);
    expect(sent(transport.requests)).toEqual([refreshes, endsCurrent]);
    expect(transport.requests[0]?.body).toContain('refresh_token=refresh-ada&');
    expect(transport.requests.map(accessOf)).toEqual([undefined, fresh]);
    expect(await secrets.get('account/a1/access')).toBeNull();
  });

  test('is refreshed once where the service refuses its access token', async () => {
    const { add, transport } = setUp((request) => {
      if (request.url.endsWith('/token')) return refreshed(fresh);
      return accessOf(request) === live ? knownError('ACCESS_TOKEN_EXPIRED', 401) : response({ success: true });
    });
    await add('ada');
    await add('ada', 'c', live, second);
    expect(sent(transport.requests)).toEqual([endsCurrent, refreshes, endsCurrent]);
  });

  test('stays when it is the same session: both refresh tokens are equal', async () => {
    const { add, transport } = setUp();
    await add('ada');
    await add('ada', 'c', fresh);
    expect(transport.requests).toEqual([]);
  });

  test('stays when the project’s site handed it over', async () => {
    const { add, transport, topic } = setUp();
    await add('ada', 'c', live, { isShared: true });
    expect(topic.get().value).toMatchObject([{ isShared: true }]);
    await add('ada', 'c', live, second);
    expect([transport.requests, topic.get().value]).toMatchObject([[], [{ isShared: false }]]);
  });

  test('stays when it was handed over to a program', async () => {
    const { add, transport, sessions } = setUp();
    await add('ada');
    await sessions.share('a1', 'c', async () => undefined);
    await add('ada', 'c', live, second);
    expect(transport.requests).toEqual([]);
  });

  test.each<[string, Answer]>([
    ['an error of the service', () => response('x', { status: 500 })],
    ['a session the service no longer knows', () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401)],
    [
      'a broken transport',
      () => {
        throw new TypeError('ours');
      },
    ],
  ])('doesn’t prevent a sign-in: %s', async (_what, answer) => {
    const { add, list, secrets, sessions } = setUp(answer);
    await add('ada', 'c', over);
    expect(await add('ada', 'c', live, second)).toBe('a1');
    expect([list(), await secrets.get('account/a1/refresh')]).toEqual([[['a1', 'c', 'ada', 'signed-in', true]], null]);
    expect((await sessions.source('a1', 'c').tokens()).refresh).toBe('second-refresh-ada');
  });

  test('has five seconds to end at a service that does not respond', async () => {
    const { add, clock, list, secrets } = setUp(
      ({ signal }) => new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(fail('cancelled')))),
    );
    await add('ada');
    const adding = add('ada', 'c', live, second);
    await settle();
    expect(list()).toEqual([['a1', 'c', 'ada', 'signed-in', true]]);
    await clock.advance(5_000);
    expect([await adding, await secrets.get('account/a1/refresh')]).toEqual(['a1', null]);
  });

  test('is ended where it belongs, though the connection moves in the meantime', async () => {
    const { add, secrets, transport, reached } = setUp();
    await add('ada');
    const { set } = secrets;
    secrets.set = async (...item) => {
      reached.target = async () => ({ ...target, baseUrl: 'http://elsewhere.test' });
      await set(...item);
    };
    await add('ada', 'c', live, second);
    expect(transport.requests.map(({ url }) => new URL(url).host)).toEqual(['x.test']);
  });

  test('at a service that cannot be reached is removed without a request', async () => {
    const { add, secrets, transport, reached } = setUp();
    await add('ada');
    reached.target = () => Promise.reject(fail('sandbox-stopped'));
    expect(await add('ada', 'c', live, second)).toBe('a1');
    expect([transport.requests, await secrets.get('account/a1/refresh')]).toEqual([[], null]);
  });

  test('whose tokens are damaged is removed without a request', async () => {
    const { add, secrets, transport } = setUp();
    await add('ada');
    await secrets.set('account/a1/refresh', 'broken');
    await add('ada', 'c', live, second);
    expect([transport.requests, await secrets.get('account/a1/refresh')]).toEqual([[], null]);
  });
});
