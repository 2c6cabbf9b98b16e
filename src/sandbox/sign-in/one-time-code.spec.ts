import { beforeEach, describe, expect, it } from 'vitest';
import { ada, alan, createTestSandbox, newestEmail, schemaErrorResponse, type TestSandbox, totpAt } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const stranger = 'new@people.example';
const callback = 'http://localhost:12345/otp?keep=1&code=old';
const send = (email: string, callback_url = callback) =>
  test.call('client', 'POST', '/auth/otp/send-sign-in-code', { email, callback_url });
const signIn = (code: string) => test.call('client', 'POST', '/auth/otp/sign-in', { code });
const check = (code: string) => test.call('client', 'POST', '/auth/otp/sign-in/check-code', { code });
const shown = async (id: unknown) => (await test.call('server', 'GET', `/users/${String(id)}`)).json;
const sentCode = async (email: string) => {
  expect((await send(email)).status).toBe(200);
  return (await newestEmail(test, email)).code;
};

describe('sending a code', () => {
  it('emails a link and six upper-case characters, and returns the other 39', async () => {
    const answer = await send(ada.email);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['nonce']);
    const { subject, link, code } = await newestEmail(test, ada.email);
    expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    expect(code.slice(6)).toBe(answer.json.nonce);
    expect(subject).toBe(`Sign in to Analytical Engines: Your code is ${code.slice(0, 6).toUpperCase()}`);
    expect([link.searchParams.get('keep'), link.searchParams.getAll('code')]).toEqual(['1', [code]]);
  });

  const mailFor = async (clientVersion?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(clientVersion === undefined ? {} : { 'x-stack-client-version': clientVersion }),
    };
    const body = JSON.stringify({ email: ada.email, callback_url: callback });
    await test.raw('POST', '/auth/otp/send-sign-in-code', { ...test.headers('client'), ...headers }, body);
    const { code } = await newestEmail(test, ada.email);
    const mail = (await test.raw('GET', `/sandbox/mailbox?to=${ada.email}`)).items[0];
    return { otp: code.slice(0, 6).toUpperCase(), subject: String(mail?.subject), text: String(mail?.text), html: String(mail?.html) };
  };

  it('emails the six characters on a separate line and in a separate block', async () => {
    const { otp, text, html } = await mailFor();
    expect(text.split('\n')).toContain(otp);
    expect(html).toMatch(new RegExp(`<div[^>]*>${otp}</div>`));
  });

  it.each(['js @stackframe/stack@2.5.37', 'js @stackframe/stack@2.5.9', 'python  @stackframe/stack@1'])(
    'emails %s the link without the code',
    async (version) => {
      const { otp, subject, text, html } = await mailFor(version);
      expect([text.includes(otp), html.includes(`>${otp}<`)]).toEqual([false, false]);
      expect(subject).toBe(`Sign in to Analytical Engines: Your code is ${otp}`);
      expect(text).toContain('http://localhost:12345/otp?keep=1&code=');
    },
  );

  it.each([
    'js @stackframe/stack@2.5.38',
    'js @stackframe/stack@2.10.0',
    'js @stackframe/react@2.5.37',
    '@stackframe/stack@2.5.37',
    'js @stackframe/stack@2.5.37-beta',
    '',
  ])('emails %j the code', async (version) => {
    const { otp, text } = await mailFor(version);
    expect(text.split('\n')).toContain(otp);
  });

  it('uses the project’s own template for every client', async () => {
    test.store.run("INSERT INTO email_templates VALUES (?, 'magic_link', 'S', ?)", [
      test.project.key,
      JSON.stringify({
        root: { type: 'EmailLayout', data: { childrenIds: ['a'] } },
        a: { type: 'Text', data: { props: { text: '{{ otp }} {{ magicLink }}' } } },
      }),
    ]);
    const { otp, text } = await mailFor('js @stackframe/stack@2.5.37');
    expect(text).toContain(otp);
  });

  it('reports the first error of: turned off, unverified, no sign-up, untrusted URL', async () => {
    const evil = 'http://evil.example.com/otp';
    expect((await send(stranger, evil)).json.code).toBe('REDIRECT_URL_NOT_WHITELISTED');
    test.configure({ sign_up_enabled: false });
    expect((await send(stranger, evil)).json.code).toBe('SIGN_UP_NOT_ENABLED');
    expect((await send(ada.email)).status).toBe(200);
    const unverified = await send('charles.babbage@analytical.example', evil);
    expect([unverified.status, unverified.json]).toEqual([
      409,
      {
        code: 'USER_EMAIL_ALREADY_EXISTS',
        details: { email: 'charles.babbage@analytical.example' },
        error: 'A user with email "charles.babbage@analytical.example" already exists.',
      },
    ]);
    test.configure({ magic_link_enabled: false });
    const off = await send('charles.babbage@analytical.example', evil);
    expect([off.status, off.text]).toEqual([403, 'Magic link is not enabled for this project']);
  });

  it.each([
    [{}, ['body.email must be defined', 'body.callback_url must be defined']],
    [{ email: 'a@localhost', callback_url: callback }, ['body.email must be a valid email']],
    [{ email: '.a@b.example', callback_url: callback }, ['body.email must be a valid email']],
    [{ email: stranger, callback_url: 'http://localhost/a b' }, ['body.callback_url contains spaces']],
    [{ email: stranger, callback_url: callback, nonce: 'x' }, ['body contains unknown properties: nonce']],
  ])('rejects %j', async (body, lines) => {
    const answer = await test.call('client', 'POST', '/auth/otp/send-sign-in-code', body);
    expect(answer.json).toEqual(schemaErrorResponse('POST', '/auth/otp/send-sign-in-code', lines));
  });
});

describe('signing in', () => {
  it('works for a verified account, with the typed characters before the nonce, case-insensitively', async () => {
    const { json } = await send(ada.email);
    const { code } = await newestEmail(test, ada.email);
    const answer = await signIn(`${code.slice(0, 6).toUpperCase()}${String(json.nonce).toUpperCase()}`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']);
    expect(answer.json).toMatchObject({ is_new_user: false, user_id: (await test.signIn()).user_id });
  });

  it('creates an account with a verified primary email and one-time codes as its method', async () => {
    test.configure({ create_team_on_sign_up: true });
    const { json } = await signIn(await sentCode(stranger));
    expect(json.is_new_user).toBe(true);
    expect(await shown(json.user_id)).toMatchObject({
      primary_email: stranger,
      primary_email_verified: true,
      primary_email_auth_enabled: true,
      otp_auth_enabled: true,
      has_password: false,
      display_name: null,
      selected_team: { display_name: `${stranger}'s Team` },
    });
  });

  it('works for a verified account without the method, which isn’t added before 2.8.11', async () => {
    const email = 'grace.hopper@analytical.example';
    const { json } = await signIn(await sentCode(email));
    expect(json.is_new_user).toBe(false);
    expect(await shown(json.user_id)).toMatchObject({ primary_email: email, otp_auth_enabled: false });
  });

  it('isn’t affected by turning off sign-up after the code was sent', async () => {
    const code = await sentCode(stranger);
    test.configure({ sign_up_enabled: false, magic_link_enabled: false });
    expect((await signIn(code)).json.is_new_user).toBe(true);
  });

  it('fails with other codes for an email after one of them created the account', async () => {
    const [first, second] = [await sentCode(stranger), await sentCode(stranger)];
    expect((await signIn(second)).status).toBe(200);
    const answer = await signIn(first);
    expect([answer.status, answer.json.code, answer.details]).toEqual([409, 'USER_EMAIL_ALREADY_EXISTS', { email: stranger }]);
    expect((await signIn(first)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    expect((await signIn(await sentCode(stranger))).json.is_new_user).toBe(false);
  });

  it('accepts each of several codes once for an existing account', async () => {
    const codes = [await sentCode(ada.email), await sentCode(ada.email)];
    for (const code of codes) expect((await signIn(code)).status).toBe(200);
    for (const code of codes) expect((await signIn(code)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('fails for a user deleted in the meantime', async () => {
    const code = await sentCode(ada.email);
    test.store.run('DELETE FROM users WHERE id = ?', [(await test.signIn()).user_id]);
    const answer = await signIn(code);
    expect([answer.status, answer.json.code]).toEqual([404, 'USER_NOT_FOUND']);
  });

  it('requires two-factor authentication, and uses up the code', async () => {
    const code = await sentCode(alan.email);
    const answer = await signIn(code);
    expect([answer.status, answer.json.code]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED']);
    expect((await signIn(code)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    const attempt = { code: answer.details.attempt_code, type: 'totp', totp: totpAt(test.clock.now()) };
    expect((await test.call('client', 'POST', '/auth/mfa/sign-in', attempt)).json.is_new_user).toBe(false);
  });
});

describe('checking a code', () => {
  it('doesn’t use it up, but counts as an attempt', async () => {
    const code = await sentCode(ada.email);
    expect((await check(code.toUpperCase())).json).toEqual({ is_code_valid: true });
    for (let attempt = 1; attempt < 20; attempt += 1) expect((await check(code)).status).toBe(200);
    const answer = await signIn(code);
    expect([answer.status, answer.json.code]).toEqual([400, 'VERIFICATION_CODE_MAX_ATTEMPTS_REACHED']);
  });

  it('rejects codes of other kinds', async () => {
    await test.call('client', 'POST', '/auth/password/send-reset-code', { email: ada.email, callback_url: callback });
    const { code } = await newestEmail(test, ada.email);
    for (const use of [check, signIn]) expect((await use(code)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
  });
});
