import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { settle } from '#tests/support/fake-clock.ts';
import { accessOf, fresh, live, over, setUp } from '#tests/support/main/sessions-scene.ts';
import { type Answer, knownError, refreshed, reportOf, response } from '#tests/support/main/test-ports.ts';

describe('signing out', () => {
  test('ends the session at the service with its own tokens, then here', async () => {
    const { add, sessions, list, transport, secrets } = setUp();
    await add('ada');
    expect(await sessions.signOut('a1')).toEqual({ endedAtService: true });
    expect(transport.requests.map((request) => [request.method, request.url, accessOf(request)])).toEqual([
      ['DELETE', 'http://x.test/api/v1/auth/sessions/current', live],
    ]);
    expect([list(), await secrets.get('account/a1/refresh'), await secrets.get('account/a1/access')]).toEqual([[], null, null]);
  });

  test('another account of the connection becomes current', async () => {
    const { add, sessions, list } = setUp();
    await add('ada');
    await add('bob');
    await sessions.signOut('a2');
    expect(list()).toEqual([['a1', 'c', 'ada', 'signed-in', true]]);
  });

  test('an account whose session has not ended becomes current before one whose has', async () => {
    const { add, sessions, list } = setUp(({ url }) =>
      url.endsWith('/token') || url.endsWith('/refresh')
        ? knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401)
        : response({ success: true }),
    );
    await add('ada', 'c', over);
    await add('bob');
    await add('eve');
    await reportOf(sessions.source('a1', 'c').tokens());
    await sessions.signOut('a3');
    expect(list()).toEqual([
      ['a1', 'c', 'ada', 'invalid', false],
      ['a2', 'c', 'bob', 'signed-in', true],
    ]);
  });

  test.each([
    { what: 'a session the service no longer knows', answer: () => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401), ended: true },
    { what: 'an error of the service', answer: () => response('x', { status: 500 }), ended: false },
    { what: 'a known error', answer: () => knownError('PROJECT_NOT_FOUND', 404), ended: false },
    { what: 'nonsense', answer: () => response('nonsense'), ended: false },
    {
      what: 'a broken transport',
      answer: () => {
        throw new TypeError('ours');
      },
      ended: false,
    },
  ])('$what: forgotten here, ended there: $ended', async ({ answer, ended }) => {
    const { add, sessions, list, secrets } = setUp(answer);
    await add('ada');
    expect(await sessions.signOut('a1')).toEqual({ endedAtService: ended });
    expect([list(), await secrets.get('account/a1/refresh')]).toEqual([[], null]);
  });

  test('a session found over while its tokens were refreshed counts as ended', async () => {
    const { add, sessions, list } = setUp(() => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401));
    await add('ada', 'c', over);
    expect(await sessions.signOut('a1')).toEqual({ endedAtService: true });
    expect(list()).toEqual([]);
  });

  test('sends no request for an invalid session', async () => {
    const { add, sessions, transport } = setUp(() => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401));
    await add('ada', 'c', over);
    await reportOf(sessions.source('a1', 'c').tokens());
    const before = transport.requests.length;
    expect(await sessions.signOut('a1')).toEqual({ endedAtService: true });
    expect(transport.requests.length).toBe(before);
  });

  test('offline it takes five seconds at most, and says that the session continues', async () => {
    const { add, sessions, list, clock } = setUp(() => {
      throw fail('unreachable');
    });
    await add('ada');
    const signingOut = sessions.signOut('a1');
    await settle();
    await clock.advance(4_999);
    await clock.advance(1);
    expect(await signingOut).toEqual({ endedAtService: false });
    expect([list(), clock.waiting]).toEqual([[], 0]);
  });

  test.each([live, over])(
    'a service that never answers is given five seconds, also when tokens must be refreshed first',
    async (access) => {
      const never: Answer = ({ signal }) =>
        new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(fail('cancelled'))));
      const { add, sessions, list, clock } = setUp(never);
      await add('ada', 'c', access);
      let over5 = false;
      const signingOut = sessions.signOut('a1').finally(() => (over5 = true));
      await settle();
      await clock.advance(4_999);
      expect(over5).toBe(false);
      await clock.advance(1);
      expect([await signingOut, list()]).toEqual([{ endedAtService: false }, []]);
    },
  );

  test('works when the connection cannot be reached at all', async () => {
    const { add, sessions, list, reached, transport } = setUp();
    await add('ada');
    reached.target = () => Promise.reject(fail('sandbox-stopped'));
    expect(await sessions.signOut('a1')).toEqual({ endedAtService: false });
    expect([list(), transport.requests]).toEqual([[], []]);
  });

  test('a refresh in progress stores nothing after the sign-out', async () => {
    let answerRefresh = () => {};
    const { add, sessions, secrets } = setUp(({ url }) =>
      url.endsWith('/token') ? new Promise((resolve) => (answerRefresh = () => resolve(refreshed(fresh)))) : response({ success: true }),
    );
    await add('ada', 'c', over);
    const asking = reportOf(sessions.source('a1', 'c').tokens());
    await settle();
    await sessions.forget('a1');
    answerRefresh();
    expect(await asking).toEqual({ code: 'signed-out' });
    expect([await secrets.get('account/a1/refresh'), await secrets.get('account/a1/access')]).toEqual([null, null]);
  });
});

describe('signing all accounts of a connection out', () => {
  test('ends each, leaves other connections, and twice is no error', async () => {
    const { add, sessions, list, transport } = setUp();
    await add('ada');
    await add('bob');
    await add('ada', 'd');
    expect(await sessions.signOutAll('c')).toEqual({ endedAtService: true });
    expect(list()).toEqual([['a3', 'd', 'ada', 'signed-in', true]]);
    expect(await sessions.signOutAll('c')).toEqual({ endedAtService: true });
    expect(transport.requests).toHaveLength(2);
  });

  test('says when the service still keeps one of them', async () => {
    const { add, sessions, list } = setUp((_request, number) =>
      number === 1 ? response('x', { status: 500 }) : response({ success: true }),
    );
    await add('ada');
    await add('bob');
    expect(await sessions.signOutAll('c')).toEqual({ endedAtService: false });
    expect(list()).toEqual([]);
  });

  test('stops at a locked keychain, and keeps accounts whose secrets remain', async () => {
    const { add, sessions, list, secrets } = setUp();
    await add('ada');
    await add('bob');
    secrets.locked = true;
    expect(await reportOf(sessions.signOutAll('c'))).toEqual({ code: 'keychain-locked' });
    expect(list()).toHaveLength(2);
  });
});
