import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../sessions/access-tokens';
import { ada, createTestSandbox, schemaErrorResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let me: SignedIn;
beforeEach(async () => {
  test = await createTestSandbox();
  me = await test.signIn();
});

const newPassword = 'Difference-Engine-1822';
const set = (password: unknown = newPassword, token: string | undefined = me.access_token) =>
  test.call('client', 'POST', '/auth/password/set', { password }, token);
const update = (old_password: unknown, new_password: unknown, kept?: string) => {
  const headers = { ...test.headers('client', me.access_token), 'content-type': 'application/json' };
  const all = kept === undefined ? headers : { ...headers, 'x-stack-refresh-token': kept };
  return test.raw('POST', '/auth/password/update', all, JSON.stringify({ old_password, new_password }));
};
const forgetPassword = () => test.store.run('UPDATE users SET password_hash = NULL WHERE id = ?', [me.user_id]);
const sessions = () =>
  test.store
    .all<{ refresh_token: string }>('SELECT refresh_token FROM sessions s JOIN users u ON u.key = s.user WHERE u.id = ?', [me.user_id])
    .map((row) => row.refresh_token);

describe('setting a password', () => {
  it('sets a first password, and keeps sessions', async () => {
    forgetPassword();
    const before = sessions();
    const answer = await set();
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect(sessions()).toEqual(before);
    expect((await test.signIn({ ...ada, password: newPassword })).user_id).toBe(me.user_id);
  });

  it('reports the first error of: passwords turned off, too short, already set', async () => {
    const taken = await set();
    expect([taken.status, taken.text]).toEqual([400, 'User already has a password set.']);
    const short = await set('short');
    expect([short.json.code, short.details]).toEqual(['PASSWORD_TOO_SHORT', { min_length: 8 }]);
    test.configure({ credential_enabled: false });
    expect((await set('short')).json.code).toBe('PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });

  it('accepts one of two concurrent requests', async () => {
    forgetPassword();
    const answers = await Promise.all([set('First-password'), set('Second-password')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('reports a missing user as a schema error', async () => {
    const answer = await test.call('client', 'POST', '/auth/password/set', {});
    expect(answer.status).toBe(400);
    expect(answer.json).toEqual(
      schemaErrorResponse('POST', '/auth/password/set', ['auth.user must be defined', 'body.password must be defined']),
    );
  });

  it('works for servers with a user’s token', async () => {
    forgetPassword();
    expect((await test.call('server', 'POST', '/auth/password/set', { password: newPassword }, me.access_token)).status).toBe(200);
    expect((await test.call('server', 'POST', '/auth/password/set', { password: newPassword })).json.code).toBe('SCHEMA_ERROR');
  });
});

describe('changing the password', () => {
  it('keeps the named session and ends the others', async () => {
    await test.signIn();
    const answer = await update(ada.password, newPassword, me.refresh_token);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect(sessions()).toEqual([me.refresh_token]);
    expect((await test.signIn({ ...ada, password: newPassword })).user_id).toBe(me.user_id);
    expect((await test.call('client', 'POST', '/auth/password/sign-in', ada)).json.code).toBe('EMAIL_PASSWORD_MISMATCH');
  });

  it('ends all sessions if none is named, or another user’s', async () => {
    const foreign = test.store.one<{ refresh_token: string }>(
      'SELECT refresh_token FROM sessions s JOIN users u ON u.key = s.user WHERE u.id <> ?',
      [me.user_id],
    );
    expect((await update(ada.password, newPassword)).status).toBe(200);
    expect(sessions()).toEqual([]);
    expect((await update(newPassword, ada.password, foreign?.refresh_token ?? '')).status).toBe(200);
    expect(test.store.one('SELECT 1 AS there FROM sessions WHERE refresh_token = ?', [foreign?.refresh_token ?? ''])).toEqual({ there: 1 });
  });

  it('reports the first error of: passwords turned off, too short, no password, wrong old password', async () => {
    const codes = [];
    codes.push((await update('wrong-password', newPassword)).json.code);
    forgetPassword();
    codes.push((await update('wrong-password', newPassword)).json.code);
    codes.push((await update('wrong-password', 'short')).json.code);
    test.configure({ credential_enabled: false });
    codes.push((await update('wrong-password', 'short')).json.code);
    expect(codes).toEqual([
      'PASSWORD_CONFIRMATION_MISMATCH',
      'USER_DOES_NOT_HAVE_PASSWORD',
      'PASSWORD_TOO_SHORT',
      'PASSWORD_AUTHENTICATION_NOT_ENABLED',
    ]);
  });

  it('keeps sessions when it is rejected', async () => {
    const before = sessions();
    await update('wrong-password', newPassword);
    await update(ada.password, 'short');
    expect(sessions()).toEqual(before);
  });

  it('accepts one of two concurrent changes', async () => {
    const answers = await Promise.all([update(ada.password, 'First-password'), update(ada.password, 'Second-password')]);
    expect(answers.map(({ json }) => json.code).sort()).toEqual(['PASSWORD_CONFIRMATION_MISMATCH', undefined]);
  });

  it.each([
    [{}, ['body.old_password must be defined', 'body.new_password must be defined']],
    [
      { old_password: 'x'.repeat(71), new_password: null },
      ['body.old_password must be at most 70 characters', 'body.new_password cannot be null'],
    ],
    [{ old_password: 'a', new_password: 'b', user_id: 'me' }, ['body contains unknown properties: user_id']],
  ])('rejects %j', async (body, lines) => {
    const answer = await test.call('client', 'POST', '/auth/password/update', body, me.access_token);
    expect(answer.json).toEqual(schemaErrorResponse('POST', '/auth/password/update', lines));
    const withoutUser = await test.call('client', 'POST', '/auth/password/update', body);
    expect(withoutUser.json).toEqual(schemaErrorResponse('POST', '/auth/password/update', ['auth.user must be defined', ...lines]));
  });
});
