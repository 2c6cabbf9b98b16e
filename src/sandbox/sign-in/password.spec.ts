import { decodeJwt, decodeProtectedHeader } from 'jose';
import { beforeEach, describe, expect, it } from 'vitest';
import { ada, createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const trusted = 'http://localhost:12345/verify?keep=1';
const signUp = (email: string, password = 'Passw0rd-for-test', callback = trusted) =>
  test.call('client', 'POST', '/auth/password/sign-up', { email, password, verification_callback_url: callback });

describe('sign-up', () => {
  it('signs in, with an unverified primary email used for sign-in', async () => {
    const answer = await signUp('new@people.example');
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'refresh_token', 'user_id']);
    const { json } = await test.call('server', 'GET', `/users/${String(answer.json.user_id)}`);
    expect(json).toMatchObject({
      primary_email: 'new@people.example',
      primary_email_verified: false,
      primary_email_auth_enabled: true,
      display_name: null,
      has_password: true,
      signed_up_at_millis: test.clock.now(),
      client_metadata: null,
    });
  });

  it('emails the verification link with the code and its other parameters', async () => {
    await signUp('new@people.example');
    const { items } = await test.raw('GET', '/sandbox/mailbox?to=new@people.example');
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      to: ['new@people.example'],
      subject: 'Verify your email at Analytical Engines',
      sent_at_millis: test.clock.now(),
    });
    const [link = ''] = /http\S+/.exec(String(items[0]?.text)) ?? [];
    const code = new URL(link).searchParams.get('code') ?? '';
    expect(new URL(link).searchParams.get('keep')).toBe('1');
    expect(test.store.one('SELECT purpose FROM verification_codes WHERE code = ?', [code])).toEqual({ purpose: 'contact-channel' });
  });

  it('succeeds with an untrusted URL, but sends nothing', async () => {
    expect((await signUp('new@people.example', 'Passw0rd-for-test', 'http://evil.example.com/verify')).status).toBe(200);
    expect((await test.raw('GET', '/sandbox/mailbox')).items).toEqual([]);
  });

  it('reports the first error of: passwords turned off, too short, sign-up turned off, email in use', async () => {
    const codeOf = async (password: string) => (await signUp(ada.email, password)).json.code;
    expect(await codeOf('Passw0rd-for-test')).toBe('USER_EMAIL_ALREADY_EXISTS');
    test.configure({ sign_up_enabled: false });
    expect(await codeOf('Passw0rd-for-test')).toBe('SIGN_UP_NOT_ENABLED');
    expect(await codeOf('short')).toBe('PASSWORD_TOO_SHORT');
    test.configure({ credential_enabled: false });
    expect(await codeOf('short')).toBe('PASSWORD_AUTHENTICATION_NOT_ENABLED');
  });

  it('accepts one of two concurrent sign-ups', async () => {
    const answers = await Promise.all([signUp('twin@people.example'), signUp('twin@people.example')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('fails unexpectedly if the password is too long for bcrypt', async () => {
    expect((await signUp('long@people.example', 'ü'.repeat(36))).status).toBe(500);
    expect((await signUp('long@people.example', 'ü'.repeat(35))).status).toBe(200);
  });

  it('creates and selects a personal team if the project wants one', async () => {
    test.configure({ create_team_on_sign_up: true });
    const { json } = await signUp('new@people.example');
    const user = await test.call('server', 'GET', `/users/${String(json.user_id)}`);
    expect(user.json.selected_team).toMatchObject({ display_name: "new@people.example's Team" });
  });
});

describe('sign-in', () => {
  it('issues a token with exactly these claims', async () => {
    const { access_token, refresh_token, user_id } = await test.signIn();
    const issued = Math.floor(test.clock.now() / 1000);
    const { refreshTokenId, ...claims } = decodeJwt(access_token);
    expect(claims).toEqual({
      sub: user_id,
      branchId: 'main',
      role: 'authenticated',
      iss: 'https://access-token.jwt-signature.stack-auth.com',
      aud: test.project.id,
      iat: issued,
      exp: issued + 600,
    });
    expect(refreshTokenId).toBe(test.store.one<{ id: string }>('SELECT id FROM sessions WHERE refresh_token = ?', [refresh_token])?.id);
    expect(refresh_token).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
    const header = decodeProtectedHeader(access_token);
    expect(header).toEqual({ alg: 'ES256', kid: test.project.signing_key.kid });
    expect(header.kid).toMatch(/^[\w-]{12}$/);
  });

  it('rejects wrong passwords, unknown emails and users without a password alike', async () => {
    for (const account of [
      { ...ada, password: 'wrong-wrong' },
      { ...ada, email: 'unknown@nowhere.example' },
      { ...ada, email: 'shifra@abacus.example' },
    ]) {
      expect((await test.call('client', 'POST', '/auth/password/sign-in', account)).json).toEqual({
        code: 'EMAIL_PASSWORD_MISMATCH',
        error: 'Wrong e-mail or password.',
      });
    }
  });

  it('compares emails case-sensitively', async () => {
    expect((await test.call('client', 'POST', '/auth/password/sign-in', { ...ada, email: ada.email.toUpperCase() })).status).toBe(400);
  });

  it('returns an attempt code for two-factor authentication', async () => {
    const answer = await test.call('client', 'POST', '/auth/password/sign-in', { ...ada, email: 'alan.turing@analytical.example' });
    expect([answer.status, answer.json.code]).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED']);
    const code = String(answer.details.attempt_code);
    expect(code).toHaveLength(45);
    expect(test.store.one('SELECT purpose, expires_at FROM verification_codes WHERE code = ?', [code])).toEqual({
      purpose: 'mfa-attempt',
      expires_at: test.clock.now() + 300_000,
    });
  });
});
