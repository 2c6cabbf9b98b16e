import { beforeEach, describe, expect, it } from 'vitest';
import { ada, createTestSandbox, newestEmail, schemaErrorResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const callback = 'http://localhost:12345/reset?keep=1';
const maybe = { success: 'maybe, only if user with e-mail exists' };
const newPassword = 'Difference-Engine-1822';
const day = 86_400_000;

const send = (email: string = ada.email, callback_url = callback) =>
  test.call('client', 'POST', '/auth/password/send-reset-code', { email, callback_url });
const check = (code: string) => test.call('client', 'POST', '/auth/password/reset/check-code', { code });
const reset = (code: string, password = newPassword) => test.call('client', 'POST', '/auth/password/reset', { code, password });
const sentCode = async (email: string = ada.email) => {
  await send(email);
  return (await newestEmail(test, email)).code;
};

describe('sending a reset link', () => {
  it('emails the link with the code and its other parameters', async () => {
    const before = test.clock.now();
    const answer = await send();
    expect([answer.status, answer.json]).toEqual([200, maybe]);
    expect(test.clock.now()).toBe(before);
    const { subject, link, code } = await newestEmail(test, ada.email);
    expect(subject).toBe('Reset your password at Analytical Engines');
    expect(link.searchParams.get('keep')).toBe('1');
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
  });

  it('returns the same for an unknown email after two to three seconds, with any URL', async () => {
    const waits = [];
    for (const url of [callback, 'http://evil.example.com/reset', callback, callback]) {
      const before = test.clock.now();
      const answer = await send('unknown@nowhere.example', url);
      expect([answer.status, answer.json]).toEqual([200, maybe]);
      waits.push(test.clock.now() - before);
    }
    for (const wait of waits) expect(wait >= 2000 && wait <= 3000).toBe(true);
    expect(new Set(waits).size).toBeGreaterThan(1);
    expect((await newestEmail(test, 'unknown@nowhere.example')).code).toBe('');
  });

  it('rejects an untrusted URL for a known email, and sends nothing', async () => {
    const answer = await send(ada.email, 'http://evil.example.com/reset');
    expect([answer.status, answer.json.code]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED']);
    expect((await newestEmail(test, ada.email)).code).toBe('');
  });

  it('accepts only emails used for sign-in', async () => {
    test.store.run('UPDATE contact_channels SET used_for_auth = 0 WHERE value = ?', [ada.email]);
    expect(await sentCode()).toBe('');
  });

  it('is rejected without passwords in the project, before the email is looked up', async () => {
    test.configure({ credential_enabled: false });
    for (const email of [ada.email, 'unknown@nowhere.example']) {
      expect((await send(email)).json.code).toBe('PASSWORD_AUTHENTICATION_NOT_ENABLED');
    }
  });

  it.each([
    [{}, ['body.email must be defined', 'body.callback_url must be defined']],
    [{ email: 'ada', callback_url: callback }, ['body.email must be a valid email']],
    [{ email: null, callback_url: callback }, ['body.email cannot be null']],
    [{ email: 'ada@localhost', callback_url: 'reset' }, ['body.callback_url is not a valid URL']],
    [{ email: 'ada@localhost', callback_url: callback, user: 1 }, ['body contains unknown properties: user']],
  ])('rejects %j', async (body, lines) => {
    const answer = await test.call('client', 'POST', '/auth/password/send-reset-code', body);
    expect(answer.json).toEqual(schemaErrorResponse('POST', '/auth/password/send-reset-code', lines));
  });
});

describe('the code', () => {
  it('can be checked without being used up', async () => {
    const code = await sentCode();
    for (const _ of [1, 2]) expect((await check(code)).json).toEqual({ is_code_valid: true });
    expect((await reset(code)).json).toEqual({ success: true });
    const answer = await check(code);
    expect([answer.status, answer.json.code]).toEqual([409, 'VERIFICATION_CODE_ALREADY_USED']);
  });

  it('sets the password and ends every session', async () => {
    const { refresh_token, user_id } = await test.signIn();
    expect((await reset(await sentCode())).json).toEqual({ success: true });
    const headers = { ...test.headers('client'), 'x-stack-refresh-token': refresh_token };
    const refreshed = await test.raw('POST', '/auth/sessions/current/refresh', headers);
    expect(refreshed.json.code).toBe('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED');
    expect(test.store.one('SELECT count(*) AS n FROM sessions s JOIN users u ON u.key = s.user WHERE u.id = ?', [user_id])).toEqual({
      n: 0,
    });
    expect((await test.call('client', 'POST', '/auth/password/sign-in', ada)).json.code).toBe('EMAIL_PASSWORD_MISMATCH');
    expect((await test.signIn({ ...ada, password: newPassword })).user_id).toBe(user_id);
  });

  it('sets a first password', async () => {
    const email = 'shifra@abacus.example';
    expect((await reset(await sentCode(email))).json).toEqual({ success: true });
    const { user_id } = await test.signIn({ email, password: newPassword });
    expect((await test.call('server', 'GET', `/users/${user_id}`)).json).toMatchObject({ has_password: true });
  });

  it('is used up by a rejected password', async () => {
    const code = await sentCode();
    const answer = await reset(code, 'short');
    expect([answer.status, answer.json.code, answer.details]).toEqual([400, 'PASSWORD_TOO_SHORT', { min_length: 8 }]);
    expect((await reset(code)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    expect((await test.signIn()).access_token).not.toBe('');
  });

  it('is used up before the project and the password are validated', async () => {
    const [first, second] = [await sentCode(), await sentCode()];
    test.configure({ credential_enabled: false });
    expect((await reset(first, 'short')).json.code).toBe('PASSWORD_AUTHENTICATION_NOT_ENABLED');
    expect((await reset(first)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    expect((await check(second)).json).toEqual({ is_code_valid: true });
  });

  it('is used up by a password that is too long for bcrypt, which fails unexpectedly', async () => {
    const code = await sentCode();
    expect((await reset(code, 'ü'.repeat(36))).status).toBe(500);
    expect((await reset(code)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('stays unused if the password violates the schema', async () => {
    const code = await sentCode();
    const answer = await reset(code, 'x'.repeat(71));
    expect(answer.json).toEqual(schemaErrorResponse('POST', '/auth/password/reset', ['body.password must be at most 70 characters']));
    expect((await reset(code)).status).toBe(200);
  });

  it('fails for a deleted user', async () => {
    const code = await sentCode();
    const { user_id } = await test.signIn();
    test.store.run('DELETE FROM users WHERE id = ?', [user_id]);
    expect((await reset(code)).json.code).toBe('USER_NOT_FOUND');
  });

  it('expires after seven days', async () => {
    const code = await sentCode();
    test.clock.advance(7 * day - 1);
    expect((await check(code)).status).toBe(200);
    test.clock.advance(1);
    const answer = await reset(code);
    expect([answer.status, answer.json.code]).toEqual([400, 'VERIFICATION_CODE_EXPIRED']);
  });

  it('is one of several that each work once', async () => {
    const [first, second] = [await sentCode(), await sentCode()];
    expect((await reset(second)).status).toBe(200);
    expect((await reset(first, `${newPassword}!`)).status).toBe(200);
  });
});
