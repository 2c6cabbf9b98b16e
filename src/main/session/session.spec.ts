import { describe, expect, test, vi } from 'vitest';
import { createFakeClock, settle, someDay } from '../../../tests/support/fake-clock';
import { accessToken, createLockableStore, reportOf } from '../../../tests/support/test-ports';
import { AppError, fail } from '../../contract/errors';
import type { RefreshLock } from './refresh-lock';
import { createSession } from './session';
import { createServerClock } from './token-life';
import { createTokenStore } from './token-store';

const minute = 60_000;
const long = accessToken(someDay + 10 * minute, 'long');
const longer = accessToken(someDay + 11 * minute, 'longer');
const short = accessToken(someDay + 5_000, 'short');
const over = accessToken(someDay - minute, 'over');

/** A refresh that the test answers when it likes. */
function controlledRefresh() {
  const asked: { refreshToken: string; resolve: (access: string) => void; reject: (cause: unknown) => void }[] = [];
  const requestRefresh = vi.fn(
    (refreshToken: string) => new Promise<string>((resolve, reject) => asked.push({ refreshToken, resolve, reject })),
  );
  return { asked, requestRefresh };
}

async function setUp(access: string | null, requestRefresh: (refreshToken: string) => Promise<string> = async () => longer) {
  const secrets = createLockableStore();
  const clock = createFakeClock();
  const store = createTokenStore(secrets, clock);
  await store.write('a', { refresh: 'r', access });
  const refresh = vi.fn(requestRefresh);
  const onEnded = vi.fn(async () => undefined);
  const isKept = vi.fn(async () => true);
  const onRefreshed = vi.fn(async () => undefined);
  const lock: RefreshLock = vi.fn((_accountId, task) => task());
  const serverClock = createServerClock(clock);
  const parts = { accountId: 'a', store, serverClock, lock, requestRefresh: refresh, isKept, onRefreshed, onEnded };
  return { session: createSession(parts), parts, store, secrets, refresh, isKept, onRefreshed, onEnded, clock };
}

const knownFailure = (known: string) => new AppError({ code: 'known-error', known, status: 401 });
const refreshRefused = () => knownFailure('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');

describe('tokens', () => {
  test('with life in them are handed out as they are', async () => {
    const { session, refresh } = await setUp(long);
    expect(await session.tokens()).toEqual({ access: long, refresh: 'r' });
    expect(refresh).not.toHaveBeenCalled();
  });

  test.each([
    { what: 'gone', access: null },
    { what: 'over', access: over },
    { what: 'nearly over', access: short },
  ])('that are $what are refreshed first, and stored', async ({ access }) => {
    const { session, refresh, store } = await setUp(access);
    expect(await session.tokens()).toEqual({ access: longer, refresh: 'r' });
    expect(refresh.mock.calls).toEqual([['r']]);
    expect(await store.read('a')).toEqual({ access: longer, refresh: 'r' });
    await session.tokens();
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('that grow old are refreshed when their time has come', async () => {
    const { session, refresh, clock } = await setUp(long);
    await clock.advance(10 * minute - 20_000);
    await session.tokens();
    expect(refresh).not.toHaveBeenCalled();
    await clock.advance(1);
    expect((await session.tokens()).access).toBe(longer);
  });

  test('just issued are used however short they are', async () => {
    const { session, refresh } = await setUp(over, async () => short);
    expect((await session.tokens()).access).toBe(short);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('that the service refused are not handed out again', async () => {
    const { session, refresh } = await setUp(long);
    session.refuse(long);
    expect((await session.tokens()).access).toBe(longer);
    session.refuse(long);
    expect((await session.tokens()).access).toBe(longer);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('stay refused when an older one is refused after them', async () => {
    const { session } = await setUp(long);
    session.refuse(long);
    session.refuse(over);
    expect((await session.tokens()).access).toBe(longer);
  });

  test('that someone broke in the keychain cost a refresh, not the session', async () => {
    const { session, secrets } = await setUp(long);
    await secrets.set('account/a/access', 'undefined');
    expect((await session.tokens()).access).toBe(longer);
  });
});

describe('a refresh', () => {
  test('is one for all who ask at the same time', async () => {
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

  test('is stored before anyone goes on', async () => {
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
    expect(await store.read('a')).toEqual({ refresh: 'r', access: over });
    expect([session.state, onEnded.mock.calls]).toEqual(['signed-in', []]);
    expect((await session.tokens()).access).toBe(longer);
    expect(refresh).toHaveBeenCalledTimes(2);
  });

  test.each(['', 'undefined', 'null', 'not.a.jwt'])('that is answered "%s" stores nothing', async (text) => {
    const { session, store } = await setUp(over, async () => text);
    expect(await reportOf(session.tokens())).toEqual({ code: 'bad-token' });
    expect(await store.read('a')).toEqual({ refresh: 'r', access: over });
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
    expect([session.state, onEnded.mock.calls.length, await store.read('a')]).toEqual(['invalid', 1, { refresh: 'r', access: over }]);
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

describe('an end', () => {
  test('hands out no tokens any more, and leaves the stored ones to who ended it', async () => {
    const { session, store, onEnded } = await setUp(long);
    await session.tokens();
    session.end();
    expect([session.state, await store.read('a'), onEnded.mock.calls]).toEqual(['invalid', { refresh: 'r', access: long }, []]);
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

describe('beside other processes', () => {
  test('a session asks the store once, and again only when it was told of a change', async () => {
    const { session, secrets, store } = await setUp(long);
    const get = vi.fn(secrets.get);
    secrets.get = get;
    for (let call = 0; call < 10; call += 1) await session.tokens();
    expect(get).toHaveBeenCalledTimes(2);
    await store.writeAccess('a', longer);
    session.reread();
    expect([(await session.tokens()).access, get.mock.calls.length]).toEqual([longer, 4]);
  });

  test('a token that another one stored while this one waited for the lock is used', async () => {
    const { parts, store, refresh, onRefreshed } = await setUp(over);
    const lock: RefreshLock = async (_accountId, task) => {
      await store.writeAccess('a', longer);
      return task();
    };
    expect((await createSession({ ...parts, lock }).tokens()).access).toBe(longer);
    expect([refresh.mock.calls, onRefreshed.mock.calls]).toEqual([[], []]);
  });

  test('its own refresh is told once, after it was stored', async () => {
    const { session, store, onRefreshed } = await setUp(over);
    onRefreshed.mockImplementation(async () => void expect((await store.read('a'))?.access).toBe(longer) as undefined);
    await session.tokens();
    expect(onRefreshed).toHaveBeenCalledTimes(1);
  });

  test.each([
    { when: 'before it was stored', kept: [false] },
    { when: 'while it was stored', kept: [true, false] },
  ])('a refresh whose account another one removed $when stores nothing', async ({ kept }) => {
    const { session, secrets, store, isKept, onRefreshed } = await setUp(over);
    isKept.mockImplementationOnce(async () => {
      await store.clear('a');
      return kept[0] ?? false;
    });
    isKept.mockImplementation(async () => false);
    expect(await reportOf(session.tokens())).toEqual({ code: 'signed-out' });
    expect([await secrets.get('account/a/access'), onRefreshed.mock.calls]).toEqual([null, []]);
  });

  test('a change that could not be read for a locked keychain is read later', async () => {
    const { session, secrets, store } = await setUp(long);
    await session.tokens();
    await store.writeAccess('a', longer);
    session.reread();
    secrets.locked = true;
    expect(await reportOf(session.tokens())).toEqual({ code: 'keychain-locked' });
    secrets.locked = false;
    expect((await session.tokens()).access).toBe(longer);
  });

  test('a lock that cannot be had is an error that passes', async () => {
    const { parts } = await setUp(over);
    const locks: RefreshLock[] = [() => Promise.reject(fail('profile-busy')), (_accountId, task) => task()];
    const session = createSession({ ...parts, lock: (id, task) => (locks.shift() as RefreshLock)(id, task) });
    expect(await reportOf(session.tokens())).toEqual({ code: 'profile-busy' });
    expect([session.state, (await session.tokens()).access]).toEqual(['signed-in', longer]);
  });

  test('tokens that are gone from the store end the session, once', async () => {
    const { session, store, onEnded } = await setUp(long);
    await session.tokens();
    await store.clear('a');
    expect((await session.tokens()).access).toBe(long);
    session.reread();
    expect(await reportOf(Promise.all([session.tokens(), session.tokens()]))).toEqual({ code: 'signed-out' });
    expect([session.state, onEnded.mock.calls.length]).toEqual(['invalid', 1]);
  });

  test('a token too long for the store stays in memory, also after another one’s change', async () => {
    const { session, secrets, store, refresh } = await setUp(over);
    const set = secrets.set;
    secrets.set = async (key, value) => {
      if (key.endsWith('/access')) throw fail('keychain-full');
      await set(key, value);
    };
    expect((await session.tokens()).access).toBe(longer);
    expect(await store.read('a')).toEqual({ refresh: 'r', access: null });
    session.reread();
    expect((await session.tokens()).access).toBe(longer);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('a refresh token that someone broke is an error of the keychain, and nothing is sent', async () => {
    const { session, secrets, refresh, onEnded } = await setUp(over);
    for (const text of ['', 'undefined', `${someDay} undefined`, `${someDay} `]) {
      await secrets.set('account/a/refresh', text);
      expect(await reportOf(session.tokens())).toEqual({ code: 'keychain-corrupt' });
    }
    expect([refresh.mock.calls, onEnded.mock.calls, session.state]).toEqual([[], [], 'signed-in']);
  });
});
