import { beforeEach, describe, expect, it } from 'vitest';
import { demoTotpSecret } from '../seed/seed-named-users';
import { alan, createTestSandbox, schemaErrorResponse, type TestSandbox, totpAt } from '../testing/test-sandbox';
import { isCurrentTotp } from './second-factor';

let test: TestSandbox;
let attempt: string;
beforeEach(async () => {
  test = await createTestSandbox();
  attempt = await attemptCode();
});

const attemptCode = async () => String((await test.call('client', 'POST', '/auth/password/sign-in', alan)).details.attempt_code);
const finish = (totp: string, code = attempt) => test.call('client', 'POST', '/auth/mfa/sign-in', { code, type: 'totp', totp });
const other = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0');

describe('two-factor authentication', () => {
  it('signs in with the current TOTP code', async () => {
    const answer = await finish(totpAt(test.clock.now()));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json).sort()).toEqual(['access_token', 'is_new_user', 'refresh_token', 'user_id']);
    expect(answer.json.is_new_user).toBe(false);
    const me = await test.call('client', 'GET', '/users/me', undefined, String(answer.json.access_token));
    expect(me.json).toMatchObject({ primary_email: alan.email, requires_totp_mfa: true });
  });

  it('reports a wrong TOTP code, and accepts the attempt code again', async () => {
    const right = totpAt(test.clock.now());
    const answer = await finish(other(right));
    expect([answer.status, answer.json]).toEqual([
      400,
      { code: 'INVALID_TOTP_CODE', error: 'The TOTP code is invalid. Please try again.' },
    ]);
    expect((await finish(right)).status).toBe(200);
    expect((await finish(right)).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
  });

  it('rejects codes of adjacent steps', async () => {
    const now = test.clock.now();
    for (const shift of [-30_000, 30_000]) expect((await finish(totpAt(now + shift))).json.code).toBe('INVALID_TOTP_CODE');
  });

  it.each(['', '12345', '1234567', ' 123456', 'é12345', '１２３４５６', '-12345', 'abcdef'])('rejects %j', async (totp) => {
    expect((await finish(totp)).json.code).toBe('INVALID_TOTP_CODE');
  });

  it('expires after five minutes', async () => {
    test.clock.advance(5 * 60_000 - 1);
    expect((await finish(other(totpAt(test.clock.now())))).json.code).toBe('INVALID_TOTP_CODE');
    test.clock.advance(1);
    expect((await finish(totpAt(test.clock.now()))).json.code).toBe('VERIFICATION_CODE_EXPIRED');
  });

  it('fails after 20 attempts', async () => {
    const right = totpAt(test.clock.now());
    for (let tries = 0; tries < 20; tries += 1) expect((await finish(other(right))).json.code).toBe('INVALID_TOTP_CODE');
    expect((await finish(right)).json.code).toBe('VERIFICATION_CODE_MAX_ATTEMPTS_REACHED');
  });

  it('validates the attempt code before the TOTP code', async () => {
    const unknown = await finish('000000', '0'.repeat(45));
    expect([unknown.status, unknown.json.code]).toEqual([404, 'VERIFICATION_CODE_NOT_FOUND']);
  });

  it('fails after it was turned off', async () => {
    test.store.run('UPDATE users SET totp_secret = NULL');
    expect((await finish(totpAt(test.clock.now()))).json.code).toBe('INVALID_TOTP_CODE');
  });

  it('can be turned on and off by the user', async () => {
    const { access_token } = await test.signIn();
    const patch = (totp_secret_base64: string | null) => test.call('client', 'PATCH', '/users/me', { totp_secret_base64 }, access_token);
    const secret = Buffer.from('0123456789abcdefghij').toString('base64');
    expect((await patch(secret)).json.requires_totp_mfa).toBe(true);
    const { email, password } = { ...alan, email: 'ada@analytical.example' };
    const begun = await test.call('client', 'POST', '/auth/password/sign-in', { email, password });
    const code = String(begun.details.attempt_code);
    expect((await finish(totpAt(test.clock.now(), secret), code)).status).toBe(200);
    expect((await patch(null)).json.requires_totp_mfa).toBe(false);
    expect((await test.call('client', 'POST', '/auth/password/sign-in', { email, password })).status).toBe(200);
  });

  it.each([
    [{}, ['body.code must be defined', 'body.type must be defined', 'body.totp must be defined']],
    [{ code: 'x', type: 'totp', totp: '1' }, ['body.code must be exactly 45 characters']],
    [{ code: '0'.repeat(45), type: 'sms', totp: '1' }, ['body.type must be one of the following values: totp']],
    [{ code: '0'.repeat(45), type: 'totp', totp: null }, ['body.totp cannot be null']],
    [{ code: '0'.repeat(45), type: 'totp', totp: '1', email: 'x' }, ['body contains unknown properties: email']],
  ])('rejects %j', async (body, lines) => {
    const answer = await test.call('client', 'POST', '/auth/mfa/sign-in', body);
    expect(answer.json).toEqual(schemaErrorResponse('POST', '/auth/mfa/sign-in', lines));
  });

  it('has no check-code variant', async () => {
    expect((await test.call('client', 'POST', '/auth/mfa/sign-in/check-code', { code: attempt })).status).toBe(404);
  });
});

describe('TOTP codes', () => {
  it('match RFC 6238: SHA-1, 30 seconds, the last six digits of the appendix', () => {
    const secret = Buffer.from('12345678901234567890').toString('base64');
    const vectors: readonly (readonly [seconds: number, digits: string])[] = [
      [59, '287082'],
      [1_111_111_109, '081804'],
      [1_111_111_111, '050471'],
      [1_234_567_890, '005924'],
      [2_000_000_000, '279037'],
    ];
    for (const [seconds, digits] of vectors) {
      expect(isCurrentTotp(secret, digits, seconds * 1000)).toBe(true);
      expect(isCurrentTotp(secret, digits, (seconds + 30) * 1000)).toBe(false);
    }
  });

  it('are invalid without a secret', () => {
    expect(isCurrentTotp(null, totpAt(0, demoTotpSecret), 0)).toBe(false);
  });
});
