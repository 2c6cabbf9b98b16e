import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { refreshTokenMillis } from '#contract/limits.ts';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const refresh = (token: string) =>
  test.raw('POST', '/auth/sessions/current/refresh', { ...test.headers('client'), 'x-stack-refresh-token': token });
const gone = 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED';
const sessionId = (accessToken: string) => String(decodeJwt(accessToken).refreshTokenId);

describe('refreshing', () => {
  it('issues another token of the same session and records the use', async () => {
    const first = await test.signIn();
    test.clock.advance(5000);
    const answer = await refresh(first.refresh_token);
    const token = String(answer.json.access_token);
    expect(sessionId(token)).toBe(sessionId(first.access_token));
    expect(decodeJwt(token).exp).toBe(Math.floor(test.clock.now() / 1000) + 600);
    const { items } = await test.call('client', 'GET', '/auth/sessions?user_id=me', undefined, token);
    expect(items[0]).toMatchObject({ created_at: test.clock.now() - 5000, last_used_at: test.clock.now(), is_current_session: true });
    const user = await test.call('server', 'GET', `/users/${first.user_id}`);
    expect(user.json.last_active_at_millis).toBe(test.clock.now());
  });

  it('works until the session is a year old', async () => {
    const { refresh_token } = await test.signIn();
    test.clock.advance(refreshTokenMillis - 1);
    expect((await refresh(refresh_token)).status).toBe(200);
    test.clock.advance(1);
    expect((await refresh(refresh_token)).json.code).toBe(gone);
  });

  it('fails with an unknown or missing token', async () => {
    expect((await refresh('x')).status).toBe(401);
    const answer = await test.raw('POST', '/auth/sessions/current/refresh', test.headers('client'));
    expect(answer.json.error).toContain('\n  - headers.x-stack-refresh-token must be defined');
  });
});

describe('signing out', () => {
  it('ends the session but not the access token', async () => {
    const { access_token, refresh_token } = await test.signIn();
    expect((await test.call('client', 'DELETE', '/auth/sessions/current', undefined, access_token)).json).toEqual({ success: true });
    expect((await refresh(refresh_token)).json.code).toBe(gone);
    expect((await test.call('client', 'GET', '/users/me', undefined, access_token)).status).toBe(200);
    expect((await test.call('client', 'DELETE', '/auth/sessions/current', undefined, access_token)).json.code).toBe(gone);
  });

  it('without an access token fails as if it had expired', async () => {
    const answer = await test.call('client', 'DELETE', '/auth/sessions/current');
    expect(answer.json).toEqual({
      code: 'ACCESS_TOKEN_EXPIRED',
      details: { expired_at_millis: null },
      error: 'Access token has expired. Please refresh it and try again.',
    });
  });
});

describe('listing', () => {
  it('lists the newest first, with known locations', async () => {
    const { access_token } = await test.signIn();
    const { items } = await test.call('client', 'GET', '/auth/sessions?user_id=me', undefined, access_token);
    expect(items).toHaveLength(5);
    const created = items.map((item) => Number(item.created_at));
    expect(created).toEqual([...created].sort((a, b) => b - a));
    expect(items.map((item) => item.is_current_session)).toEqual([true, false, false, false, false]);
    expect(items[0]).not.toHaveProperty('last_used_at_end_user_ip_info');
    expect(items[1]?.last_used_at_end_user_ip_info).toMatchObject({
      ip: expect.stringMatching(/^203\.0\.113\./),
      cityName: expect.any(String),
    });
  });

  it('rejects clients with another user or none', async () => {
    const { access_token } = await test.signIn();
    const other = '/auth/sessions?user_id=11111111-2222-4333-8444-555555555555';
    const answer = await test.call('client', 'GET', other, undefined, access_token);
    expect([answer.status, answer.text]).toEqual([403, 'Client can only list sessions for their own user.']);
    expect((await test.call('client', 'GET', other)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('lists impersonation for admins only, and fails for a user without sessions', async () => {
    const { user_id, access_token } = await test.signIn();
    test.store.run('UPDATE sessions SET is_impersonation = 1 WHERE id = ?', [sessionId(access_token)]);
    const count = async (access: 'server' | 'admin') => (await test.call(access, 'GET', `/auth/sessions?user_id=${user_id}`)).items.length;
    expect([await count('server'), await count('admin')]).toEqual([4, 5]);
    test.store.run('DELETE FROM sessions');
    expect((await test.call('server', 'GET', `/auth/sessions?user_id=${user_id}`)).status).toBe(500);
  });

  it('accepts "me" from servers with a user’s token', async () => {
    const { access_token } = await test.signIn();
    expect((await test.call('server', 'GET', '/auth/sessions?user_id=me', undefined, access_token)).status).toBe(200);
  });
});

describe('revoking', () => {
  it('revokes the user’s other sessions, not the current one', async () => {
    const [first, second] = [await test.signIn(), await test.signIn()];
    const end = (id: string) => test.call('client', 'DELETE', `/auth/sessions/${id}?user_id=me`, undefined, first.access_token);
    expect((await end(sessionId(second.access_token))).json).toEqual({ success: true });
    expect((await refresh(second.refresh_token)).json.code).toBe(gone);
    expect((await end(sessionId(first.access_token))).json.code).toBe('CANNOT_DELETE_CURRENT_SESSION');
    const again = await end(sessionId(second.access_token));
    expect([again.status, again.text]).toEqual([404, 'Session not found.']);
  });

  it('finds another user’s session only for servers', async () => {
    const mine = await test.signIn();
    const theirs = test.store.one<{ id: string }>('SELECT id FROM sessions WHERE user NOT IN (SELECT key FROM users WHERE id = ?)', [
      mine.user_id,
    ])?.id;
    expect((await test.call('client', 'DELETE', `/auth/sessions/${theirs}?user_id=me`, undefined, mine.access_token)).status).toBe(404);
    expect((await test.call('server', 'DELETE', `/auth/sessions/${theirs}?user_id=${mine.user_id}`)).status).toBe(200);
  });

  it('requires a user ID', async () => {
    const answer = await test.call('server', 'DELETE', '/auth/sessions/11111111-2222-4333-8444-555555555555');
    expect(answer.json.error).toContain('\n  - query.user_id must be defined');
  });
});
