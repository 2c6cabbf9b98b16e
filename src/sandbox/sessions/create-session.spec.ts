import { decodeJwt } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxSessionMillis, refreshTokenMillis } from '#contract/limits.ts';
import { createTestSandbox, type Fields, schemaErrorResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let userId: string;
let token: string;
beforeEach(async () => {
  test = await createTestSandbox();
  ({ user_id: userId, access_token: token } = await test.signIn());
});

const make = (fields: Fields = {}) => test.call('server', 'POST', '/auth/sessions', { user_id: userId, ...fields });
const refresh = (refreshToken: unknown) =>
  test.raw('POST', '/auth/sessions/current/refresh', { ...test.headers('client'), 'x-stack-refresh-token': String(refreshToken) });
const listed = async (access: 'client' | 'server' | 'admin', id: string) =>
  (await test.call(access, 'GET', `/auth/sessions?user_id=${userId}`, undefined, access === 'client' ? token : undefined)).items.find(
    (item) => item.id === id,
  );
const idOf = (answer: { readonly json: Fields }) => String(decodeJwt(String(answer.json.access_token)).refreshTokenId);

describe('a session created by a server', () => {
  it('has the usual tokens and no other fields', async () => {
    const answer = await make();
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'refresh_token']);
    expect((await refresh(answer.json.refresh_token)).status).toBe(200);
    const me = await test.call('client', 'GET', '/users/me', undefined, String(answer.json.access_token));
    expect(me.json.id).toBe(userId);
    expect(await listed('client', idOf(answer))).toMatchObject({ is_impersonation: false, created_at: test.clock.now() });
  });

  it('expires after a year by default', async () => {
    const [year, minute] = [await make(), await make({ expires_in_millis: 60_000 })];
    test.clock.advance(59_999);
    expect((await refresh(minute.json.refresh_token)).status).toBe(200);
    test.clock.advance(1);
    expect((await refresh(minute.json.refresh_token)).json.code).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    test.clock.advance(refreshTokenMillis - 60_001);
    expect((await refresh(year.json.refresh_token)).status).toBe(200);
    test.clock.advance(1);
    expect((await refresh(year.json.refresh_token)).status).toBe(401);
  });

  it('can last up to 367 days', async () => {
    const longest = await make({ expires_in_millis: maxSessionMillis });
    test.clock.advance(maxSessionMillis - 1);
    expect((await refresh(longest.json.refresh_token)).status).toBe(200);
    const lines = ['body.expires_in_millis must be less than or equal to 31708800000'];
    expect((await make({ expires_in_millis: maxSessionMillis + 1 })).json).toEqual(schemaErrorResponse('POST', '/auth/sessions', lines));
  });

  it.each([-1, 0, -1e15])('with a lifetime of %d ms is expired immediately and still listed', async (expires_in_millis) => {
    const answer = await make({ expires_in_millis });
    expect(answer.status).toBe(200);
    expect((await refresh(answer.json.refresh_token)).json.code).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    expect(await listed('server', idOf(answer))).toBeDefined();
  });

  it('for impersonation is only listed for admins, works like any other, and can be revoked by its user', async () => {
    const answer = await make({ is_impersonation: true });
    const id = idOf(answer);
    expect(await listed('client', id)).toBeUndefined();
    expect(await listed('server', id)).toBeUndefined();
    expect(await listed('admin', id)).toMatchObject({ is_impersonation: true });
    expect((await refresh(answer.json.refresh_token)).status).toBe(200);
    const ended = await test.call('client', 'DELETE', `/auth/sessions/${id}?user_id=me`, undefined, token);
    expect(ended.json).toEqual({ success: true });
    expect((await refresh(answer.json.refresh_token)).status).toBe(401);
  });

  it('can be created for "me" with a token', async () => {
    const answer = await test.call('server', 'POST', '/auth/sessions', { user_id: 'me' }, token);
    expect(decodeJwt(String(answer.json.access_token)).sub).toBe(userId);
    expect((await make({ user_id: 'me' })).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('requires an existing user and server access', async () => {
    const unknown = '11111111-2222-4333-8444-555555555555';
    const answer = await make({ user_id: unknown });
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: 'USER_ID_DOES_NOT_EXIST', details: { user_id: unknown }, error: `The given user with the ID ${unknown} does not exist.` },
    ]);
    expect((await test.call('client', 'POST', '/auth/sessions', { user_id: userId })).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it.each([
    [{}, ['body.user_id must be defined']],
    [{ user_id: 'ada' }, ['body.user_id must be a valid UUID']],
    [{ user_id: null, is_impersonation: null }, ['body.user_id cannot be null', 'body.is_impersonation cannot be null']],
    [
      { user_id: '11111111-2222-4333-8444-555555555555', expires_in_millis: 'soon' },
      ['body.expires_in_millis must be a `number` type, but the final value was: `NaN` (cast from the value `"soon"`).'],
    ],
    [{ user_id: '11111111-2222-4333-8444-555555555555', expires_at: 1 }, ['body contains unknown properties: expires_at']],
  ])('rejects %j', async (body, lines) => {
    expect((await test.call('server', 'POST', '/auth/sessions', body)).json).toEqual(schemaErrorResponse('POST', '/auth/sessions', lines));
  });
});
