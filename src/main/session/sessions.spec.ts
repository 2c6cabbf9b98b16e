import { describe, expect, test } from 'vitest';
import type { Account } from '#contract/bridge/accounts.ts';
import { someDay } from '#tests/support/fake-clock.ts';
import { incomplete } from '#tests/support/main/connection-targets.ts';
import { ada, fresh, live, over, owner, setUp, target } from '#tests/support/main/sessions-scene.ts';
import { accessToken, knownError, refreshed, reportOf } from '#tests/support/main/test-ports.ts';

describe('adding', () => {
  test('makes the newest the current one of its connection', async () => {
    const { add, list } = setUp();
    await add('ada');
    await add('bob');
    await add('ada', 'other');
    expect(list()).toEqual([
      ['a1', 'c', 'ada', 'signed-in', false],
      ['a2', 'c', 'bob', 'signed-in', true],
      ['a3', 'other', 'ada', 'signed-in', true],
    ]);
  });

  test('never shows two current accounts of one connection, nor two of one user', async () => {
    const { add, pushed, sessions } = setUp();
    await Promise.all(['ada', 'bob', 'ada', 'ada', 'bob'].map((user) => add(user)));
    await add('ada');
    await sessions.use('a1');
    for (const { value } of pushed) {
      const accounts = value as Account[];
      expect(accounts.filter(({ current }) => current).length).toBeLessThanOrEqual(1);
      expect(new Set(accounts.map(({ userId }) => userId)).size).toBe(accounts.length);
    }
  });

  test.each([
    { refreshToken: 'undefined', accessToken: live },
    { refreshToken: '', accessToken: live },
    { refreshToken: 'r', accessToken: 'undefined' },
    { refreshToken: 'r', accessToken: 'not.a.jwt' },
  ])('refuses what is no token: $refreshToken, $accessToken', async (tokens) => {
    const { sessions, list, pushed } = setUp();
    expect(await reportOf(sessions.add({ connectionId: 'c', userId: 'ada', ...tokens }))).toEqual({ code: 'bad-token' });
    expect([list(), pushed]).toEqual([[], []]);
  });

  test('tokens show in no push', async () => {
    const { add, pushed } = setUp();
    await add('ada');
    expect(JSON.stringify(pushed)).not.toMatch(/refresh-|eyJ/);
  });
});

describe('describing', () => {
  test('takes over name, address and whether the user is anonymous, with no way to come back', async () => {
    const { add, sessions, topic } = setUp();
    await add('ada');
    await sessions.describe('c', { ...ada, is_anonymous: true });
    expect(topic.get().value[0]).toMatchObject({ state: 'signed-in' });
    const without = { ...ada, is_anonymous: true, auth_with_email: false, has_password: false };
    await sessions.describe('c', without);
    expect(topic.get().value[0]).toMatchObject({ displayName: 'Ada', primaryEmail: 'ada@x.io', state: 'anonymous' });
    await sessions.describe('c', { ...without, oauth_providers: [{ id: 'github', account_id: '1' }] });
    expect(topic.get().value[0]).toMatchObject({ state: 'signed-in' });
    await sessions.describe('c', without);
    await sessions.describe('c', { ...without, passkey_auth_enabled: true });
    expect(topic.get().value[0]).toMatchObject({ state: 'signed-in' });
    await sessions.describe('c', { ...ada, display_name: null });
    expect(topic.get().value[0]).toMatchObject({ displayName: null, state: 'signed-in' });
  });

  test('says nothing when nothing changed, and nothing of users who are not signed in there', async () => {
    const { add, sessions, pushed } = setUp();
    await add('ada');
    await sessions.describe('c', ada);
    const before = pushed.length;
    await sessions.describe('c', { ...ada });
    await sessions.describe('c', { ...ada, id: 'bob' });
    await sessions.describe('other', { ...ada, display_name: 'Someone else' });
    expect(pushed.length).toBe(before);
  });
});

describe('using', () => {
  test('makes an account the current one of its connection only', async () => {
    const { add, list, sessions } = setUp();
    await add('ada');
    await add('bob');
    await add('eve', 'other');
    await sessions.use('a1');
    expect(list().map(([id, , , , current]) => [id, current])).toEqual([
      ['a1', true],
      ['a2', false],
      ['a3', true],
    ]);
  });

  test.each(['', 'unknown', '__proto__', 'constructor'])('an account that is not there is `unknown-account`: "%s"', async (id) => {
    const { sessions } = setUp();
    for (const asking of [
      async () => sessions.use(id),
      async () => sessions.source(id, 'c'),
      () => sessions.signOut(id),
      () => sessions.forget(id),
    ]) {
      expect(await reportOf(asking())).toEqual({ code: 'unknown-account' });
    }
  });

  test('an account of another connection hands out no tokens', async () => {
    const { add, sessions } = setUp();
    await add('ada');
    expect(await reportOf((async () => sessions.source('a1', 'other'))())).toEqual({ code: 'unknown-account' });
    expect((await sessions.source('a1', 'c').tokens()).access).toBe(live);
  });
});

describe('refreshing', () => {
  test('asks in the form of OAuth where there is a publishable key, without any other header', async () => {
    const { add, sessions, transport } = setUp(() => refreshed(fresh));
    await add('ada', 'c', over);
    expect(await sessions.source('a1', 'c').tokens()).toEqual({ access: fresh, refresh: 'refresh-ada' });
    expect(transport.requests).toMatchObject([
      {
        method: 'POST',
        url: 'http://x.test/api/v1/auth/oauth/token',
        body: 'grant_type=refresh_token&refresh_token=refresh-ada&client_id=p&client_secret=pck',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
    ]);
    expect(Object.keys(transport.requests[0]?.headers ?? {})).toEqual(['content-type']);
  });

  test('asks directly where there is none, as the owner', async () => {
    const { add, sessions, transport } = setUp(() => refreshed(fresh), { keys: {}, owner });
    await add('ada', 'c', over);
    await sessions.source('a1', 'c').tokens();
    expect(transport.requests).toMatchObject([
      {
        url: 'http://x.test/api/v1/auth/sessions/current/refresh',
        headers: { 'x-stack-refresh-token': 'refresh-ada', 'x-stack-admin-access-token': 'own', 'x-stack-access-type': 'client' },
      },
    ]);
    expect(transport.requests[0]?.headers).not.toHaveProperty('x-stack-access-token');
  });

  test('judges by the server’s time', async () => {
    const { add, sessions, transport, clock } = setUp(() => refreshed(fresh));
    await add('ada');
    clock.setDate(someDay + 86_400_000);
    sessions.complete('c', incomplete(target)).onServerTime?.(new Date(someDay).toUTCString());
    expect((await sessions.source('a1', 'c').tokens()).access).toBe(live);
    expect(transport.requests).toEqual([]);
  });

  test('learns the server’s time from its own answer', async () => {
    const soon = accessToken(someDay + 3_600_000 + 600_000);
    const { add, sessions, transport } = setUp(() => refreshed(soon, { date: new Date(someDay + 3_600_000).toUTCString() }));
    await add('ada', 'c', over);
    await sessions.source('a1', 'c').tokens();
    await sessions.source('a1', 'c').tokens();
    expect(transport.requests).toHaveLength(1);
  });

  test('that the service refuses makes the account invalid, with one push, and keeps it in the list', async () => {
    const { add, sessions, list, pushed, secrets } = setUp(() => knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401));
    await add('ada', 'c', over);
    const before = pushed.length;
    expect(await Promise.all([1, 2, 3].map(() => reportOf(sessions.source('a1', 'c').tokens())))).toEqual(
      Array(3).fill({ code: 'session-ended' }),
    );
    expect([list(), pushed.length]).toEqual([[['a1', 'c', 'ada', 'invalid', true]], before + 1]);
    expect(await secrets.get('account/a1/refresh')).toBeNull();
    await sessions.describe('c', ada);
    expect(list()).toEqual([['a1', 'c', 'ada', 'invalid', true]]);
  });
});

test('forgetting a connection forgets its accounts and no others', async () => {
  const { add, sessions, list, secrets, transport } = setUp();
  await add('ada');
  await add('bob');
  await add('eve', 'other');
  await sessions.forgetConnection('c');
  await sessions.forgetConnection('never there');
  expect(list()).toEqual([['a3', 'other', 'eve', 'signed-in', true]]);
  expect([await secrets.get('account/a1/refresh'), await secrets.get('account/a2/access')]).toEqual([null, null]);
  expect(transport.requests).toEqual([]);
});
