import { describe, expect, test, vi } from 'vitest';
import { fail } from '#contract/errors.ts';
import { someDay } from '#tests/support/fake-clock.ts';
import { long, longer, over, setUp } from '#tests/support/main/session-scene.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { createSession } from './session';
import { noRefreshLock, type RefreshLock } from './token-store';

describe('beside other processes', () => {
  test('a session reads the store once, and again only after a reported change', async () => {
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
    const lock: RefreshLock = async (tokenSet, task) => {
      await store.writeAccess('a', longer);
      return noRefreshLock(tokenSet, task);
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
    const { session, secrets, store, isUsed, onRefreshed } = await setUp(over);
    isUsed.mockImplementationOnce(async () => {
      await store.clear('a');
      return kept[0] ?? false;
    });
    isUsed.mockImplementation(async () => false);
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
    const locks: RefreshLock[] = [() => Promise.reject(fail('profile-busy')), noRefreshLock];
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
    expect(await store.read('a')).toMatchObject({ refresh: 'r', access: null });
    session.reread();
    expect((await session.tokens()).access).toBe(longer);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  test('a damaged refresh token is a keychain error, and nothing is sent', async () => {
    const { session, secrets, refresh, onEnded } = await setUp(over);
    for (const text of ['', 'undefined', `${someDay} undefined`, `${someDay} `]) {
      await secrets.set('account/a/refresh', text);
      expect(await reportOf(session.tokens())).toEqual({ code: 'keychain-corrupt' });
    }
    expect([refresh.mock.calls, onEnded.mock.calls, session.state]).toEqual([[], [], 'signed-in']);
  });
});
