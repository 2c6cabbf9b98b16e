import { generateKeyPairSync, sign as signBytes } from 'node:crypto';
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, type JWK, SignJWT } from 'jose';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { maxNesting } from '#contract/limits.ts';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { accessToken, createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import { samplePendingOAuth } from '#tests/support/samples/sample-oauth.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import type { Target } from '../../remote/send';
import { exchangeCode } from './oauth-exchange';

const baseUrl = 'http://localhost:8102';
const target: Target = { baseUrl, projectId: 'p', keys: {} };
const now = someDay / 1000;
type Claims = Readonly<Record<string, unknown>>;
const claims: Claims = { iss: `${baseUrl}/api/v1/projects/p`, aud: 'p', sub: sampleUser.id, iat: now, exp: now + 300 };
const rsa = await generateKeyPair('RS256', { extractable: true });
const stranger = await generateKeyPair('RS256');

// The library reads the date itself.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: someDay });
  onTestFinished(() => void vi.useRealTimers());
});

function sign(own: Claims, key: GenerateKeyPairResult['privateKey'] = rsa.privateKey, alg = 'RS256'): Promise<string> {
  return new SignJWT({ ...claims, ...own }).setProtectedHeader({ alg, kid: 'k' }).sign(key);
}

/** Exchanges a code with a service that adds this ID token. `moreKeys` is JSON that is inserted after its key. */
async function exchange(idToken: unknown, moreKeys = '', key?: JWK) {
  const tokens = {
    access_token: accessToken(someDay + 600_000, sampleUser.id),
    refresh_token: 'refresh-1',
    token_type: 'Bearer',
    expires_in: 3_599,
    id_token: idToken,
  };
  const jwk = { ...(key ?? (await exportJWK(rsa.publicKey))), kid: 'k', alg: 'RS256', use: 'sig' };
  const keys = response(`{"keys":[${JSON.stringify(jwk)}${moreKeys}]}`, { headers: { 'content-type': 'application/json' } });
  const transport = createScriptedTransport(({ url }) => (url.endsWith('jwks.json') ? keys : response(tokens)));
  const done = exchangeCode({ transport, clock: createFakeClock() }, target, samplePendingOAuth, {
    code: 'c'.repeat(64),
    state: 's'.repeat(43),
  });
  return { done, transport };
}

const refused = { code: 'bad-response', status: 200 };

test('is checked with the project’s keys', async () => {
  const { done, transport } = await exchange(await sign({}));
  expect(await done).toMatchObject({ user_id: sampleUser.id, refresh_token: 'refresh-1' });
  expect(transport.requests.at(-1)?.url).toBe(`${baseUrl}/api/v1/projects/p/.well-known/jwks.json`);
});

test('reports the limit when the project’s keys are nested too deeply', async () => {
  const { done } = await exchange(await sign({}), `,${'['.repeat(maxNesting)}${']'.repeat(maxNesting)}`);
  expect(await reportOf(done)).toEqual({ ...refused, details: { limit: 'nesting', max: maxNesting } });
});

describe('audience, issuer and subject', () => {
  test.each<[string, Claims]>([
    ['the project alone', {}],
    ['a list of the project', { aud: ['p'] }],
    ['a list with the project as authorized party', { aud: ['p', 'q'], azp: 'p' }],
  ])('accepts %s', async (_what, own) => {
    const { done } = await exchange(await sign(own));
    expect(await done).toMatchObject({ user_id: sampleUser.id });
  });

  test.each<[string, Claims]>([
    ['another audience', { aud: 'q' }],
    ['a list of other audiences', { aud: ['q', 'r'] }],
    ['several audiences and no authorized party', { aud: ['p', 'q'] }],
    ['another authorized party', { aud: ['p', 'q'], azp: 'q' }],
    ['no audience', { aud: undefined }],
    ['another issuer', { iss: 'http://localhost:8102/api/v1/projects/q' }],
    ['an issuer with a slash more', { iss: `${baseUrl}/api/v1/projects/p/` }],
    ['no issuer', { iss: undefined }],
    ['no subject', { sub: undefined }],
    ['no time of issue', { iat: undefined }],
    ['an unrequested nonce', { nonce: 'n' }],
  ])('refuses %s', async (_what, own) => {
    expect(await reportOf((await exchange(await sign(own))).done)).toEqual(refused);
  });

  test('refuses the subject of another user than the access token’s', async () => {
    const { done } = await exchange(await sign({ sub: '11111111-1111-4111-8111-111111111111' }));
    expect(await reportOf(done)).toEqual({ code: 'bad-response', path: 'id_token.sub' });
  });
});

describe('times, at a tolerance of 30 s', () => {
  test.each<[string, Claims]>([
    ['an expiry 29 s ago', { exp: now - 29 }],
    ['a start in 30 s', { nbf: now + 30 }],
  ])('accepts %s', async (_what, own) => {
    const { done } = await exchange(await sign(own));
    expect(await done).toMatchObject({ user_id: sampleUser.id });
  });

  test.each<[string, Claims]>([
    ['an expiry 30 s ago', { exp: now - 30 }],
    ['a start in 31 s', { nbf: now + 31 }],
    ['no expiry', { exp: undefined }],
  ])('refuses %s', async (_what, own) => {
    expect(await reportOf((await exchange(await sign(own))).done)).toEqual(refused);
  });
});

describe('signatures', () => {
  test('of another key are refused', async () => {
    expect(await reportOf((await exchange(await sign({}, stranger.privateKey))).done)).toEqual(refused);
  });

  test('of another algorithm are refused', async () => {
    const other = await generateKeyPair('ES256');
    expect(await reportOf((await exchange(await sign({}, other.privateKey, 'ES256'))).done)).toEqual(refused);
  });

  test.each([
    { bits: 1_024, isAccepted: false },
    { bits: 2_040, isAccepted: false },
    { bits: 2_048, isAccepted: true },
  ])('of an RSA key of $bits bits are accepted: $isAccepted', async ({ bits, isAccepted }) => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: bits });
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const signed = `${part({ alg: 'RS256', kid: 'k' })}.${part(claims)}`;
    const signature = signBytes('RSA-SHA256', Buffer.from(signed), privateKey).toString('base64url');
    const { done } = await exchange(`${signed}.${signature}`, '', publicKey.export({ format: 'jwk' }) as JWK);
    if (isAccepted) expect(await done).toMatchObject({ user_id: sampleUser.id });
    else expect(await reportOf(done)).toMatchObject({ code: 'bad-response' });
  });

  test('that are missing are refused', async () => {
    const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    expect(await reportOf((await exchange(`${part({ alg: 'none' })}.${part(claims)}.`)).done)).toEqual(refused);
  });

  test.each(['', 'undefined', 'a.b', 'a.b.c', 7, null])('%j is no ID token', async (idToken) => {
    expect(await reportOf((await exchange(idToken)).done)).toEqual(refused);
  });
});
