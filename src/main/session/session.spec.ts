import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { settle, someDay } from '#tests/support/fake-clock.ts';
import {
  controlledRefresh,
  knownFailure,
  long,
  longer,
  minute,
  over,
  refreshRefused,
  sessionTokens,
  setUp,
} from '#tests/support/main/session-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { tokenReleases } from '#tests/support/samples/access-token.ts';

describe.each(tokenReleases)('tokens of %s', (release) => {
  const { long, longer, short, over } = sessionTokens(release);
  const setUpHere = (access: string | null, requestRefresh = async () => longer) => setUp(access, requestRefresh);

  test('with life in them are handed out as they are', async () => {
    const { session, refresh } = await setUpHere(long);
    expect(await session.tokens()).toEqual({ access: long, refresh: 'r' });
    expect(refresh).not.toHaveBeenCalled();
  });

  test.each([
    { what: 'gone', access: null },
    { what: 'over', access: over },
    { what: 'nearly over', access: short },
  ])('that are $what are refreshed first, and stored', async ({ access }) => {
    const { session, refresh, store } = await setUpHere(access);
    expect(await session.tokens()).toEqual({ access: longer, refresh: 'r' });
    expect(refresh.mock.calls).toEqual([['r']]);
    expect(await store.read('a')).toMatchObject({ access: longer, refresh: 'r' });
    await session.tokens();
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('that grow old are refreshed when their time has come', async () => {
    const { session, refresh, clock } = await setUpHere(long);
    await clock.advance(10 * minute - 20_000);
    await session.tokens();
    expect(refresh).not.toHaveBeenCalled();
    await clock.advance(1);
    expect((await session.tokens()).access).toBe(longer);
  });

  test('just issued are used however short they are', async () => {
    const { session, refresh } = await setUpHere(over, async () => short);
    expect((await session.tokens()).access).toBe(short);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('that the service refused are not handed out again', async () => {
    const { session, refresh } = await setUpHere(long);
    session.refuse(long);
    expect((await session.tokens()).access).toBe(longer);
    session.refuse(long);
    expect((await session.tokens()).access).toBe(longer);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('stay refused when an older one is refused after them', async () => {
    const { session } = await setUpHere(long);
    session.refuse(long);
    session.refuse(over);
    expect((await session.tokens()).access).toBe(longer);
  });

  test('that are damaged in the keychain are refreshed', async () => {
    const { session, secrets } = await setUpHere(long);
    await secrets.set('account/a/access', 'undefined');
    expect((await session.tokens()).access).toBe(longer);
  });
});

describe('a refresh', () => {
  test('is shared by concurrent callers', async () => {
    const { asked, requestRefresh } = controlledRefresh();
    const { session } = await setUp(over, requestRefresh);
    const asking = Promise.all(Array.from({ length: 1000 }, () => session.tokens()));
    await settle();
    expect(asked).toHaveLength(1);
    asked[0]?.resolve(long);
    expect(new Set((await asking).map(({ access }) => access))).toEqual(new Set([long]));
    expect(requestRefresh).toHaveBeenCalledTimes(1);
  });

  test('is one also for a caller whose look at the store took long', async () => {
    const { asked, requestRefresh } = controlledRefresh();
    const { session, secrets } = await setUp(over, requestRefresh);
    const first = session.tokens();
    await settle();
    const get = secrets.get;
    let answerLate = () => {};
    secrets.get = async (key) => {
      const found = await get(key);
      secrets.get = get;
      if (key.endsWith('/refresh')) await new Promise<void>((resolve) => (answerLate = resolve));
      return found;
    };
    const access = await get('account/a/access');
    const second = session.tokens();
    await settle();
    asked[0]?.resolve(long);
    await first;
    // What the second one read of the access token before the first one's was stored.
    secrets.get = async () => {
      secrets.get = get;
      return access;
    };
    answerLate();
    expect((await second).access).toBe(long);
    expect(requestRefresh).toHaveBeenCalledTimes(1);
  });

  test('is stored before its callers continue', async () => {
    const { session, store } = await setUp(over);
    const stored = await session.tokens().then(() => store.read('a'));
    expect(stored?.access).toBe(longer);
  });

  test.each<{ what: string; cause: unknown }>([
    { what: 'is not answered', cause: fail('timed-out') },
    { what: 'is limited', cause: fail('rate-limited', { status: 429 }) },
    { what: 'fails at the service', cause: fail('service-error', { status: 500 }) },
    { what: 'is answered nonsense', cause: fail('bad-response') },
    { what: 'is refused for another reason', cause: knownFailure('INVALID_OAUTH_CLIENT_ID_OR_SECRET') },
    { what: 'meets a code of the same group that says nothing of the session', cause: knownFailure('CANNOT_DELETE_CURRENT_SESSION') },
    { what: 'has no sandbox', cause: fail('sandbox-stopped') },
    { what: 'breaks', cause: new TypeError('x') },
  ])('that $what keeps everything and leaves nothing behind', async ({ cause }) => {
    const answers = [() => Promise.reject(cause), async () => longer];
    const { session, store, onEnded, refresh } = await setUp(over, () => (answers.shift() ?? (async () => ''))());
    const thrown = await Promise.all([session.tokens(), session.tokens()].map((asking) => asking.catch((error: unknown) => error)));
    expect(thrown).toEqual([cause, cause]);
    expect(await store.read('a')).toMatchObject({ refresh: 'r', access: over });
    expect([session.state, onEnded.mock.calls]).toEqual(['signed-in', []]);
    expect((await session.tokens()).access).toBe(longer);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test.each(['', 'undefined', 'null', 'not.a.jwt'])('that is answered "%s" stores nothing', async (text) => {
    const { session, store } = await setUp(over, async () => text);
    expect(await reportOf(session.tokens())).toEqual({ code: 'bad-token' });
    expect(await store.read('a')).toMatchObject({ refresh: 'r', access: over });
    expect(session.state).toBe('signed-in');
  });

  test('that the service refuses ends the session, once, for all who asked', async () => {
    const { asked, requestRefresh } = controlledRefresh();
    const { session, store, onEnded } = await setUp(over, requestRefresh);
    const asking = Promise.all([session.tokens(), session.tokens(), session.tokens()].map(reportOf));
    await settle();
    asked[0]?.reject(refreshRefused());
    expect(await asking).toEqual([{ code: 'session-ended' }, { code: 'session-ended' }, { code: 'session-ended' }]);
    // The tokens are the registry's to remove.
    expect([session.state, onEnded.mock.calls.length, await store.read('a')]).toMatchObject(['invalid', 1, { refresh: 'r', access: over }]);
    expect(await reportOf(session.tokens())).toEqual({ code: 'signed-out' });
    expect(requestRefresh).toHaveBeenCalledTimes(1);
  });

  test('that ends the session says so even when the end cannot be written down', async () => {
    const { session, onEnded } = await setUp(over, () => Promise.reject(refreshRefused()));
    onEnded.mockRejectedValue(fail('profile-not-writable'));
    expect(await reportOf(session.tokens())).toEqual({ code: 'profile-not-writable' });
    expect([session.state, onEnded.mock.calls.length]).toEqual(['invalid', 1]);
    expect(await reportOf(session.tokens())).toEqual({ code: 'signed-out' });
  });
});

describe('a local clock that is 400 days ahead', () => {
  const ahead = async (requestRefresh?: (refreshToken: string) => Promise<string>) => {
    const scene = await setUp(long, requestRefresh);
    scene.clock.setDate(someDay + 400 * 86_400_000);
    return scene;
  };

  test('has the token offered to the service, and its time starts again once that is accepted', async () => {
    const { session, refresh, store, onEnded } = await ahead();
    expect((await session.tokens()).access).toBe(longer);
    expect([refresh.mock.calls, session.state, onEnded.mock.calls]).toEqual([[['r']], 'signed-in', []]);
    expect(await store.read('a')).toEqual({ refresh: 'r', access: longer, isOverdue: false });
  });

  test('ends the session only when the service refuses the token', async () => {
    const { session, onEnded } = await ahead(() => Promise.reject(refreshRefused()));
    expect(await reportOf(session.tokens())).toEqual({ code: 'session-ended' });
    expect([session.state, onEnded.mock.calls.length]).toEqual(['invalid', 1]);
  });

  test.each(['timed-out', 'service-error', 'bad-response'] as const)('keeps the session when the refresh fails with %s', async (code) => {
    const { session, store, onEnded } = await ahead(() => Promise.reject(fail(code)));
    expect(await reportOf(session.tokens())).toEqual({ code });
    expect([session.state, onEnded.mock.calls]).toEqual(['signed-in', []]);
    expect(await store.read('a')).toEqual({ refresh: 'r', access: null, isOverdue: true });
  });
});

describe('an end', () => {
  test('provides no tokens afterwards, and does not remove the stored ones', async () => {
    const { session, store, onEnded } = await setUp(long);
    await session.tokens();
    session.end();
    expect([session.state, await store.read('a'), onEnded.mock.calls]).toMatchObject(['invalid', { refresh: 'r', access: long }, []]);
    expect(await reportOf(session.tokens())).toEqual({ code: 'signed-out' });
  });

  test('drops a refresh that comes after it: it is not stored, not even for a moment', async () => {
    const { asked, requestRefresh } = controlledRefresh();
    const { session, store, secrets, onEnded } = await setUp(over, requestRefresh);
    const asking = reportOf(session.tokens());
    await settle();
    session.end();
    await store.clear('a');
    secrets.set = () => Promise.reject(new Error('something was stored'));
    asked[0]?.resolve(long);
    expect(await asking).toEqual({ code: 'signed-out' });
    expect([await store.read('a'), onEnded.mock.calls]).toEqual([null, []]);
  });

  test('is not announced again by a refusal that comes after it', async () => {
    const { asked, requestRefresh } = controlledRefresh();
    const { session, onEnded } = await setUp(over, requestRefresh);
    const asking = reportOf(session.tokens());
    await settle();
    session.end();
    asked[0]?.reject(refreshRefused());
    expect(await asking).toEqual({ code: 'session-ended' });
    expect(onEnded).not.toHaveBeenCalled();
  });

  test('in the middle of storing leaves nothing stored', async () => {
    const { session, secrets, store } = await setUp(over);
    const set = secrets.set;
    secrets.set = async (key, value) => {
      session.end();
      await store.clear('a');
      await set(key, value);
    };
    expect(await reportOf(session.tokens())).toEqual({ code: 'signed-out' });
    expect(await store.read('a')).toBeNull();
  });
});

test('a locked keychain is an error that passes, not a sign-out', async () => {
  const { session, secrets, onEnded } = await setUp(long);
  secrets.locked = true;
  expect(await reportOf(session.tokens())).toEqual({ code: 'keychain-locked' });
  expect([session.state, onEnded.mock.calls]).toEqual(['signed-in', []]);
  secrets.locked = false;
  expect((await session.tokens()).access).toBe(long);
});
