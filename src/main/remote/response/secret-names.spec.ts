import { describe, expect, test } from 'vitest';
import { isSecretName, isSecretText, withoutSecretWords } from './secret-names';

describe('names', () => {
  test.each([
    'token',
    'Token',
    'refresh_token',
    'refreshToken',
    'accesstoken',
    'push-tokens',
    'svix.token',
    'secret',
    'client_secret',
    'totpSecretBase64',
    'password',
    'passwd',
    'password_hash',
    'passwordHash',
    'hash',
    'pass',
    'db_pass',
    'pwd',
    'passphrase',
    'passcode',
    'key',
    'keys',
    'api_key',
    'apikey',
    'APIKey',
    'privateKeyPem',
    'signing_keys',
    'jwk',
    'credential',
    'credentials',
    'otp',
    'totp_seed',
    'pin',
    'salt',
    'nonce',
    'cookie',
    'set_cookie',
    'session_jwt',
    'bearer',
    'authorization',
    'basic_auth',
    'signature',
    'code',
    'verification_code',
    'recovery_codes',
    'backupCodes',
    'magic_link_code',
  ])('%s may be secret', (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    '',
    'id',
    'user_id',
    'session_id',
    'is_restricted',
    'restricted_reason',
    'restricted_by_admin_private_details',
    'country_code',
    'countryCode',
    'sign_up_country_code',
    'error_code',
    'zip_codes',
    'risk_scores',
    'sign_up',
    'free_trial_abuse',
    'bot',
    'keyboard_layout',
    'has_history',
    'spinning',
    'passenger',
    'seeding_round',
    'encoded_at',
    'postal_address',
    '__proto__',
    'constructor',
    '名前',
  ])('%s is none', (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe('texts', () => {
  test.each([
    ['a refresh token', '0123456789abcdefghjkmnpqrstvwxyz0123456789abc'],
    ['a project key', 'ssk_0123456789abcdefghjkmnpqrstvwxyz0123456789abc'],
    ['an API key', 'sk_live_1234567890'],
    ['an access token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2lnbmF0dXJl'],
    ['a private key', '-----BEGIN PRIVATE KEY-----\nMIIE'],
    ['a link with a code', 'https://x.example/handler/magic-link?after=1&code=12'],
    ['a link with a key in its fragment', 'https://portal.example/login#key=e30'],
    ['a link with a token', 'https://x.example/?Access_Token=1'],
    ['a URL with a password', 'smtp://user:pass@mail.example'],
  ])('%s is secret', (_what, text) => {
    expect(isSecretText(text)).toBe(true);
  });

  test.each([
    ['an ID', '01234567-89ab-4cde-8f01-23456789abcd'],
    ['a name', 'Ada Lovelace'],
    ['an email address', 'ada@analytical.example'],
    ['a picture', 'https://x.example/ada.png?size=40'],
    ['an inline picture', 'data:image/png;base64,iVBORw0KGgo='],
    ['a time', '2026-04-01T12:00:00.000Z'],
    ['a sentence', 'Enter the code: it is valid for 10 minutes.'],
    ['nothing', ''],
  ])('%s is none', (_what, text) => {
    expect(isSecretText(text)).toBe(false);
  });

  test.each(['//:', 'eyJ-', '//a:', '&token', 'sk', '-----BEGIN', '?a', 'a'])('%s, repeated for megabytes, takes no time', (part) => {
    expect(isSecretText(part.repeat(1_000_000))).toBe(false);
  });
});

test.each([
  ['Couldn’t open https://portal.example/login#key=eyJ0b2tlbiI6Im5ldmVyIn0, sorry.', 'Couldn’t open *** sorry.'],
  ['Token appsk_0123456789abcdef\nisn’t valid', 'Token ***\nisn’t valid'],
  ['Invalid redirect URI: https://app.example/handler?next=1', 'Invalid redirect URI: https://app.example/handler?next=1'],
  ['User 3241a285-8329-4d69-8f3d-316e08cf140c does not have permission $update_team.', null],
  ['Key: -----BEGIN PRIVATE KEY-----\nMIIE\nabc=\n-----END PRIVATE KEY-----\nof Ada', 'Key: ***\nof Ada'],
  ['Key: -----BEGIN PRIVATE KEY-----\nMIIE, cut', 'Key: ***'],
  ['  body.code must be at most 45 characters', null],
  ['', null],
])('%j without its secret words', (text, expected) => {
  expect(withoutSecretWords(text)).toBe(expected ?? text);
});

test('a key that never ends, of megabytes, is replaced at once', () => {
  expect(withoutSecretWords('-----BEGIN '.repeat(500_000))).toBe('***');
});
