/** Recorded exchanges about codes, addresses and sessions, one after the other as they were. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Fields, newestMail, schemaFailure, type TestSandbox, testSandbox } from './spec-support';

let test: TestSandbox;
let user: Fields;
const email = 'u1@stack-generated.example.com';
const otpEmail = 'otp@stack-generated.example.com';

beforeAll(async () => {
  test = await testSandbox({ seed: 'empty' });
  const body = { email, password: 'Passw0rd-for-test', verification_callback_url: 'http://localhost:12345/verify' };
  user = (await test.call('client', 'POST', '/auth/password/sign-up', body)).json;
});

const post = (path: string, body: unknown) => test.call('client', 'POST', path, body);
const token = () => String(user.access_token);
const jwt = expect.stringMatching(/^eyJ/);
const secret = expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{45}$/);

function expectAnswer(answer: Answer, status: number, code: string | null, body: Fields): void {
  expect([answer.status, answer.headers.get('x-stack-known-error')]).toEqual([status, code]);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.json).toEqual(body);
}

describe('sessions', () => {
  it('a server creates one', async () => {
    const body = { user_id: user.user_id, expires_in_millis: 60_000 };
    const answer = await test.call('server', 'POST', '/auth/sessions', body);
    expectAnswer(answer, 200, null, { refresh_token: secret, access_token: jwt });
  });
});

describe('verification', () => {
  it('a code of the wrong length', async () => {
    const answer = await post('/contact-channels/verify', { code: 'wrong-code-wrong-code-wrong-code-wrong-code-wr' });
    const body = schemaFailure('POST', '/contact-channels/verify', ['body.code must be exactly 45 characters']);
    expectAnswer(answer, 400, 'SCHEMA_ERROR', body);
  });

  it('the mailed code, and once more', async () => {
    const { code } = await newestMail(test, email);
    expectAnswer(await post('/contact-channels/verify', { code }), 200, null, { success: true });
    expectAnswer(await post('/contact-channels/verify', { code }), 409, 'VERIFICATION_CODE_ALREADY_USED', {
      code: 'VERIFICATION_CODE_ALREADY_USED',
      error: 'The verification link has already been used.',
    });
  });

  it('the channels afterwards', async () => {
    const answer = await test.call('client', 'GET', '/contact-channels?user_id=me', undefined, token());
    const channel = { type: 'email', value: email, is_primary: true, is_verified: true, used_for_auth: true };
    expectAnswer(answer, 200, null, {
      items: [{ user_id: user.user_id, id: expect.stringMatching(/^[0-9a-f-]{36}$/), ...channel }],
      is_paginated: false,
    });
  });
});

describe('one-time code', () => {
  it('sent, mistyped, typed', async () => {
    const sent = await post('/auth/otp/send-sign-in-code', { email: otpEmail, callback_url: 'http://localhost:12345/otp' });
    expectAnswer(sent, 200, null, { nonce: expect.stringMatching(/^[0-9a-hjkmnp-tv-z]{39}$/) });
    const nonce = String(sent.json.nonce);
    const { subject } = await newestMail(test, otpEmail);
    const [typed = ''] = /[0-9A-Z]{6}$/.exec(subject) ?? [];
    expect(subject).toBe(`Sign in to Analytical Engines: Your code is ${typed}`);
    expectAnswer(await post('/auth/otp/sign-in', { code: `AAAAAA${nonce}` }), 404, 'VERIFICATION_CODE_NOT_FOUND', {
      code: 'VERIFICATION_CODE_NOT_FOUND',
      error: 'The verification code does not exist for this project.',
    });
    expectAnswer(await post('/auth/otp/sign-in', { code: `${typed}${nonce}` }), 200, null, {
      refresh_token: secret,
      access_token: jwt,
      is_new_user: true,
      user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });
});

describe('password reset', () => {
  it('a code is sent', async () => {
    const answer = await post('/auth/password/send-reset-code', { email, callback_url: 'http://localhost:12345/reset' });
    expectAnswer(answer, 200, null, { success: 'maybe, only if user with e-mail exists' });
  });
});
