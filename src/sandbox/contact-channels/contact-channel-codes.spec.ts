import { beforeEach, describe, expect, it } from 'vitest';
import { ada, createTestSandbox, newestEmail, schemaErrorResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let userId: string;
const charles = { ...ada, email: 'charles.babbage@analytical.example' };
beforeEach(async () => {
  test = await createTestSandbox();
  ({ access_token: token, user_id: userId } = await test.signIn(charles));
});

const callback = 'http://localhost:12345/verify?keep=1';
const evil = 'http://evil.example.com/verify';
const unknownId = '11111111-2222-4333-8444-555555555555';

const mine = async () => (await test.call('client', 'GET', '/contact-channels?user_id=me', undefined, token)).items[0] ?? {};
const sendPath = async (user = 'me', id?: string) => `/contact-channels/${user}/${id ?? String((await mine()).id)}/send-verification-code`;
const send = async (callback_url = callback) => test.call('client', 'POST', await sendPath(), { callback_url }, token);
const sendOlder = (email: string, callback_url = callback, as: string | undefined = token) =>
  test.call('client', 'POST', '/contact-channels/send-verification-code', { email, callback_url }, as);
const verify = (code: string) => test.call('client', 'POST', '/contact-channels/verify', { code });
const check = (code: string) => test.call('client', 'POST', '/contact-channels/verify/check-code', { code });
const sentCode = async () => {
  expect((await send()).json).toEqual({ success: true });
  return (await newestEmail(test, charles.email)).code;
};

describe('sending a verification link', () => {
  it('emails the link with the code and its other parameters', async () => {
    const answer = await send();
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    const { subject, link, code } = await newestEmail(test, charles.email);
    expect(subject).toBe('Verify your email at Analytical Engines');
    expect(link.searchParams.get('keep')).toBe('1');
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
  });

  it('reports the first error of: other user, unknown channel, verified, untrusted URL', async () => {
    expect((await send(evil)).json.code).toBe('REDIRECT_URL_NOT_WHITELISTED');
    expect((await newestEmail(test, charles.email)).code).toBe('');
    await verify(await sentCode());
    const verified = await send(evil);
    expect([verified.status, verified.json.code]).toEqual([409, 'EMAIL_ALREADY_VERIFIED']);
    const missing = await test.call('client', 'POST', await sendPath('me', unknownId), { callback_url: evil }, token);
    expect([missing.status, missing.text]).toEqual([404, 'Contact channel not found']);
    const foreign = await test.call('client', 'POST', await sendPath(unknownId, unknownId), { callback_url: evil }, token);
    expect([foreign.status, foreign.text]).toEqual([400, 'Can only send verification code for your own user']);
    const withoutUser = await test.call('client', 'POST', await sendPath(unknownId, unknownId), { callback_url: evil });
    expect(withoutUser.json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('works for servers, and reports an unknown user', async () => {
    expect((await test.call('server', 'POST', await sendPath(userId), { callback_url: callback })).json).toEqual({ success: true });
    const answer = await test.call('server', 'POST', await sendPath(unknownId), { callback_url: callback });
    expect([answer.status, answer.json]).toEqual([
      400,
      {
        code: 'USER_ID_DOES_NOT_EXIST',
        details: { user_id: unknownId },
        error: `The given user with the ID ${unknownId} does not exist.`,
      },
    ]);
  });

  it.each([
    [{}, ['body.callback_url must be defined']],
    [{ callback_url: 'verify' }, ['body.callback_url is not a valid URL']],
    [{ callback_url: callback, email: 'x' }, ['body contains unknown properties: email']],
  ])('rejects %j', async (body, lines) => {
    const path = await sendPath();
    expect((await test.call('client', 'POST', path, body, token)).json).toEqual(schemaErrorResponse('POST', path, lines));
  });
});

describe('the older endpoint', () => {
  it('emails the primary address, which has to be named', async () => {
    expect((await sendOlder(charles.email)).json).toEqual({ success: true });
    expect((await verify((await newestEmail(test, charles.email)).code)).json).toEqual({ success: true });
    expect(await mine()).toMatchObject({ is_verified: true });
  });

  it('reports the first error of: not primary, verified, untrusted URL', async () => {
    expect((await sendOlder(charles.email, evil)).json.code).toBe('REDIRECT_URL_NOT_WHITELISTED');
    await verify(await sentCode());
    expect((await sendOlder(charles.email, evil)).json.code).toBe('EMAIL_ALREADY_VERIFIED');
    const other = await sendOlder(ada.email, evil);
    expect([other.status, other.json]).toEqual([
      400,
      {
        code: 'EMAIL_IS_NOT_PRIMARY_EMAIL',
        details: { email: ada.email, primary_email: charles.email },
        error: `The given e-mail (${ada.email}) must equal the user's primary e-mail (${charles.email}).`,
      },
    ]);
  });

  it('has no address to compare with when there is no primary one', async () => {
    await test.call('client', 'DELETE', `/contact-channels/me/${String((await mine()).id)}`, undefined, token);
    expect((await sendOlder(charles.email)).details).toEqual({ email: charles.email, primary_email: null });
  });

  it('reports a missing user as a schema error, and requires a strict address', async () => {
    const path = '/contact-channels/send-verification-code';
    const answer = await test.call('client', 'POST', path, { email: 'a@localhost', callback_url: callback });
    expect(answer.json).toEqual(schemaErrorResponse('POST', path, ['auth.user must be defined', 'body.email must be a valid email']));
  });
});

describe('verifying', () => {
  it('requires no user and creates no session', async () => {
    const code = await sentCode();
    expect((await check(code)).json).toEqual({ is_code_valid: true });
    expect(await mine()).toMatchObject({ is_verified: false });
    expect((await verify(code.toUpperCase())).json).toEqual({ success: true });
    expect(await mine()).toMatchObject({ is_verified: true, value: charles.email, is_primary: true, used_for_auth: true });
  });

  it('accepts each of several codes once', async () => {
    const codes = [await sentCode(), await sentCode()];
    for (const code of codes) expect((await verify(code)).status).toBe(200);
    for (const code of codes) expect((await verify(code)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('accepts the code sent after sign-up', async () => {
    const email = 'new@people.example';
    const body = { email, password: 'Passw0rd-for-test', verification_callback_url: callback };
    const { json } = await test.call('client', 'POST', '/auth/password/sign-up', body);
    expect((await verify((await newestEmail(test, email)).code)).json).toEqual({ success: true });
    expect((await test.call('server', 'GET', `/users/${String(json.user_id)}`)).json.primary_email_verified).toBe(true);
  });

  it('expires after seven days', async () => {
    const code = await sentCode();
    test.clock.advance(7 * 86_400_000 - 1);
    expect((await check(code)).status).toBe(200);
    test.clock.advance(1);
    expect((await verify(code)).json.code).toBe('VERIFICATION_CODE_EXPIRED');
  });

  it('fails unexpectedly and uses up the code if the address was deleted', async () => {
    const code = await sentCode();
    await test.call('client', 'DELETE', `/contact-channels/me/${String((await mine()).id)}`, undefined, token);
    expect((await verify(code)).status).toBe(500);
    expect((await verify(code)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('doesn’t verify an address that replaced the emailed one', async () => {
    const code = await sentCode();
    const change = { type: 'email', value: 'other@people.example' };
    await test.call('client', 'PATCH', `/contact-channels/me/${String((await mine()).id)}`, change, token);
    expect((await verify(code)).status).toBe(500);
    expect(await mine()).toMatchObject({ value: 'other@people.example', is_verified: false });
  });

  it.each(['verify', 'verify/check-code'])('%s rejects invalid codes', async (name) => {
    const path = `/contact-channels/${name}`;
    const answers: readonly (readonly [unknown, string])[] = [
      [{}, 'body.code must be defined'],
      [{ code: null }, 'body.code cannot be null'],
      [{ code: 'x'.repeat(46) }, 'body.code must be exactly 45 characters'],
      [{ code: '0'.repeat(45), user_id: 'me' }, 'body contains unknown properties: user_id'],
    ];
    for (const [body, line] of answers) {
      expect((await test.call('client', 'POST', path, body)).json).toEqual(schemaErrorResponse('POST', path, [line]));
    }
    const unknown = await test.call('client', 'POST', path, { code: '0'.repeat(45) });
    expect([unknown.status, unknown.json.code]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND']);
  });
});
