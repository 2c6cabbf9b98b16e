import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AccessType, endpoint as define } from '#contract/definitions.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { addressOf, bodyOf, createNonces, crockford32, headersOf, secretsOf } from './request';

const endpoint = define({
  method: 'GET',
  path: '/users/{user_id}/keys/{key}',
  params: z.strictObject({ user_id: z.string(), key: z.string() }),
  actors: {},
});

describe('the address', () => {
  test.each([
    { params: { user_id: 'me', key: 'k' }, query: undefined, address: 'https://x.test/api/v1/users/me/keys/k' },
    { params: { user_id: 'a/b', key: '?c#d' }, query: undefined, address: 'https://x.test/api/v1/users/a%2Fb/keys/%3Fc%23d' },
    { params: { user_id: '..a', key: '...' }, query: undefined, address: 'https://x.test/api/v1/users/..a/keys/...' },
    { params: { user_id: '%2e%2e', key: 'ü' }, query: undefined, address: 'https://x.test/api/v1/users/%252e%252e/keys/%C3%BC' },
    { params: { user_id: '{key}', key: '$&' }, query: {}, address: 'https://x.test/api/v1/users/%7Bkey%7D/keys/%24%26' },
    {
      params: { user_id: 'me', key: 'k' },
      query: { limit: 3, desc: false, query: 'a&b=c d', cursor: undefined },
      address: 'https://x.test/api/v1/users/me/keys/k?limit=3&desc=false&query=a%26b%3Dc+d',
    },
  ])('$address', ({ params, query, address }) => {
    expect(addressOf('https://x.test', endpoint, { params, query })).toBe(address);
    expect(new URL(address).href).toBe(address);
  });

  test.each(['', '.', '..'])('a parameter that would name another path is bad input: "%s"', async (text) => {
    const asking = (async () => addressOf('https://x.test', endpoint, { params: { user_id: 'me', key: text } }))();
    expect(await reportOf(asking)).toEqual({ code: 'bad-input', path: 'params.key' });
  });
});

describe('the headers', () => {
  const proof = { projectKey: 'key', accessToken: 'jwt', refreshToken: 'rrr' };
  const always = {
    'x-stack-project-id': 'p',
    'x-stack-client-version': 'electron @latchkey/desktop@1.2.3',
    'x-stack-override-error-status': 'true',
    'x-stack-allow-anonymous-user': 'true',
    'x-stack-allow-restricted-user': 'true',
    'x-stack-random-nonce': '0'.repeat(45),
  };
  const of = (access: AccessType, given: Parameters<typeof headersOf>[2]) =>
    headersOf('p', access, given, 'electron @latchkey/desktop@1.2.3', '0'.repeat(45));

  test.each<{ access: AccessType; key: Record<string, string> }>([
    { access: 'client', key: { 'x-stack-publishable-client-key': 'key' } },
    { access: 'server', key: { 'x-stack-secret-server-key': 'key' } },
    { access: 'admin', key: { 'x-stack-super-secret-admin-key': 'key' } },
  ])('for $access access name the key by the access type', ({ access, key }) => {
    expect(of(access, proof)).toEqual({
      ...always,
      ...key,
      'x-stack-access-type': access,
      'x-stack-access-token': 'jwt',
      'x-stack-refresh-token': 'rrr',
    });
  });

  test('absent values are not sent, not even as empty ones', () => {
    expect(of('server', { projectKey: 'ssk', accessToken: undefined })).toEqual({
      ...always,
      'x-stack-access-type': 'server',
      'x-stack-secret-server-key': 'ssk',
    });
  });

  test('an owner proves access with a token', () => {
    expect(of('admin', { ownerToken: 'own' })).toEqual({ ...always, 'x-stack-access-type': 'admin', 'x-stack-admin-access-token': 'own' });
  });

  test('the client names itself as the service expects it', () => {
    expect(of('client', {})['x-stack-client-version']).toMatch(/^(\w+)\s+(@[\w/]+)@([\d.]+)$/);
  });
});

test('a nonce is 45 characters of Crockford base32, and no two are the same', () => {
  let draws = 0;
  const newNonce = createNonces((bytes) => {
    draws += 1;
    return randomBytes(bytes);
  });
  const nonces = Array.from({ length: 1000 }, newNonce);
  expect(new Set(nonces).size).toBe(1000);
  expect(nonces.filter((nonce) => !/^[0-9a-hjkmnp-tv-z]{45}$/.test(nonce))).toEqual([]);
  expect(draws).toBe(Math.ceil(1000 / 64));
});

describe('the body', () => {
  const variant = { access: 'client', response: z.unknown() } as const;

  test('an endpoint without one sends none', () => {
    expect(bodyOf(variant, { body: { a: 1 } })).toBeNull();
  });

  test('is JSON', () => {
    expect(bodyOf({ ...variant, body: z.unknown() }, { body: { a: null, b: undefined, c: 'ü' } })).toEqual({
      text: '{"a":null,"c":"ü"}',
      contentType: 'application/json',
    });
  });

  test('is a form where the endpoint says so', () => {
    expect(bodyOf({ ...variant, body: z.unknown(), bodyType: 'form' }, { body: { a: 'x y&z=1', b: undefined } })).toEqual({
      text: 'a=x+y%26z%3D1',
      contentType: 'application/x-www-form-urlencoded',
    });
  });
});

test('the secrets of a request are the key, every token, and every secret field of the body', () => {
  const body = { email: 'ada@x.io', password: 'pass', totp_secret_base64: 'seed', refresh_token: 'rt', code: 'cc', password_hash: null };
  const proof = { projectKey: 'ssk', ownerToken: 'own', accessToken: 'jwt', refreshToken: 'rrr' };
  expect(secretsOf(proof, { body }).filter((secret) => secret !== undefined)).toEqual(
    expect.arrayContaining(['ssk', 'own', 'jwt', 'rrr', 'pass', 'seed', 'rt', 'cc']),
  );
  expect(secretsOf(proof, { body })).not.toContain('ada@x.io');
  const deep = {
    config: { email_config: { host: 'smtp.x.io', password: 'deep' }, keys: [{ client_secret: 'listed' }], recovery_codes: ['one', 'two'] },
  };
  expect(secretsOf({}, { body: deep }).filter((secret) => secret !== undefined)).toEqual(['deep', 'listed', 'one', 'two']);
  const keys = { 'auth.oauth.providers.github': { type: 'github', clientId: 'c', clientSecret: 'written' } };
  const written = secretsOf({}, { body: { config_override_string: JSON.stringify(keys) } });
  expect(written.filter((secret) => secret !== undefined)).toEqual(['written']);
  expect(secretsOf({}, { body: { config_override_string: '{' } }).every((secret) => secret === undefined)).toBe(true);
});

test.each([
  { bytes: [], text: '' },
  { bytes: [0], text: '00' },
  { bytes: [255], text: 'zw' },
  { bytes: [0, 0, 0, 0, 0], text: '00000000' },
  { bytes: [255, 255, 255, 255, 255], text: 'zzzzzzzz' },
  { bytes: [0x00, 0x44, 0x32, 0x14, 0xc7], text: '01234567' },
])('$bytes becomes $text', ({ bytes, text }) => {
  expect(crockford32(Uint8Array.from(bytes))).toBe(text);
});

test('28 bytes make the 45 characters of the service, none of them i, l, o or u', () => {
  for (let value = 0; value < 256; value += 1) {
    expect(crockford32(new Uint8Array(28).fill(value))).toMatch(/^[0-9a-hjkmnp-tv-z]{45}$/);
  }
});

test('different bytes give different texts', () => {
  const texts = Array.from({ length: 256 }, (_, value) => crockford32(Uint8Array.of(value, 255 - value)));
  expect(new Set(texts).size).toBe(256);
});
