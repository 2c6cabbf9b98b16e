import { describe, expect, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import { maxNesting, maxValuesAtOnce } from '#contract/limits.ts';
import { createFakeClock, settle, someDay } from '#tests/support/fake-clock.ts';
import { type Answer, accessToken, createScriptedTransport, reportOf, response } from '#tests/support/main/test-ports.ts';
import { claimsOf, tokenOf, tokenReleases } from '#tests/support/samples/access-token.ts';
import { samplePendingOAuth } from '#tests/support/samples/sample-oauth.ts';
import { sampleUser } from '#tests/support/samples/sample-user.ts';
import { keysInHand } from '../../remote/project-keys';
import type { Target } from '../../remote/send';
import { exchangeCode } from './oauth-exchange';

const target: Target = { baseUrl: 'http://localhost:8102', projectId: 'p', keys: keysInHand({ client: 'pck_1' }) };
const tokens = {
  access_token: accessToken(someDay, sampleUser.id),
  token_type: 'Bearer',
  expires_in: 3_599,
  scope: 'legacy',
  refresh_token: 'refresh-1',
  is_new_user: true,
  after_callback_redirect_url: null,
};

function exchange(answer: Answer, to: Target = target) {
  const transport = createScriptedTransport(answer);
  const done = exchangeCode({ transport, clock: createFakeClock() }, to, samplePendingOAuth, {
    code: 'c'.repeat(64),
    state: 's'.repeat(43),
  });
  return { done, transport };
}

/** Placeholder for JSON that `JSON.stringify` can't create. */
const marker = 'marker';
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const manyValues = `[${'0,'.repeat(maxValuesAtOnce)}0]`;

function jsonWith(body: object, text: string, status = 200) {
  const headers = { 'content-type': 'application/json' };
  return response(JSON.stringify(body).replace(`"${marker}"`, text), { status, headers });
}

describe('the exchange', () => {
  test.each(['cancelled', 'connection-lost', 'unreachable'] as const)('says that the sandbox has stopped, not %s', async (code) => {
    const sandbox = new AbortController();
    const failing = reportOf(
      exchange(
        () => {
          if (code === 'cancelled') sandbox.abort();
          throw fail(code);
        },
        { ...target, stopped: sandbox.signal },
      ).done,
    );
    await settle();
    sandbox.abort();
    expect(await failing).toEqual({ code: 'sandbox-stopped' });
  });

  test('sends the same redirect URI and the verifier, and reads the user ID from the token', async () => {
    const { done, transport } = exchange(() => response(tokens));
    expect(await done).toEqual({
      access_token: tokens.access_token,
      refresh_token: 'refresh-1',
      is_new_user: true,
      user_id: sampleUser.id,
      after_callback_redirect_url: null,
    });
    const [request] = transport.requests;
    expect(request?.url).toBe('http://localhost:8102/api/v1/auth/oauth/token');
    expect(Object.fromEntries(new URLSearchParams(request?.body))).toEqual({
      grant_type: 'authorization_code',
      client_id: 'p',
      client_secret: 'pck_1',
      code: 'c'.repeat(64),
      redirect_uri: samplePendingOAuth.redirectUri,
      code_verifier: samplePendingOAuth.verifier,
    });
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('x-stack') || name === 'authorization')).toEqual([]);
  });

  test.each([
    ['a second step', 400, { code: 'MULTI_FACTOR_AUTHENTICATION_REQUIRED', error: 'Later.', details: { attempt_code: 'x' } }],
    ['a spent code', 400, { code: 'INVALID_AUTHORIZATION_CODE', error: 'The code is invalid.' }],
    ['another address', 400, { code: 'REDIRECT_URL_NOT_WHITELISTED', error: 'Not trusted.' }],
  ])('fails with the service’s code for %s', async (_what, status, body) => {
    const { code: known, error: text, ...more } = body;
    expect(await reportOf(exchange(() => response(body, { status })).done)).toEqual({ code: 'known-error', known, text, status, ...more });
  });

  test('shortens a long text of the service, and removes secrets from it', async () => {
    const error = `${samplePendingOAuth.verifier} ${'x'.repeat(1_000_000)}`;
    const report = await reportOf(exchange(() => response({ code: 'X', error }, { status: 400 })).done);
    expect(report).toEqual({ code: 'known-error', known: 'X', text: `*** ${'x'.repeat(495)}…`, status: 400 });
  });

  test.each([
    ['an error without a code', response({ error: 'invalid_request' }, { status: 400 }), { code: 'service-error', status: 400 }],
    ['a fault', response('Internal', { status: 500 }), { code: 'service-error', status: 500 }],
    ['too many calls', response('slow', { status: 429 }), { code: 'rate-limited', status: 429 }],
    ['a page', response('<html>', { status: 200 }), { code: 'bad-response', status: 200 }],
    ['a redirect', response({}, { status: 302 }), { code: 'redirect-refused', status: 302 }],
    ['a redirect with a page', response('<html>', { status: 307 }), { code: 'redirect-refused', status: 307 }],
    ['no access token', response({ ...tokens, access_token: undefined }), { code: 'bad-response', status: 200 }],
    ['a token of another type', response({ ...tokens, token_type: 'mac' }), { code: 'bad-response', status: 200 }],
    ['an access token that is none', response({ ...tokens, access_token: 'undefined' }), { code: 'bad-token' }],
    ['no refresh token', response({ ...tokens, refresh_token: undefined }), { code: 'bad-response', path: 'refresh_token' }],
  ])('is refused for %s', async (_what, answer, report) => {
    expect(await reportOf(exchange(() => answer).done)).toEqual(report);
  });

  test.each([
    ['an error nested too deep', 400, { code: 'X', error: 'No.', details: marker }, nested(50_000), 'nesting', maxNesting],
    ['an error of too many values', 400, { code: 'X', error: 'No.', details: marker }, manyValues, 'values', maxValuesAtOnce],
    ['tokens nested too deep', 200, { ...tokens, more: marker }, nested(maxNesting), 'nesting', maxNesting],
  ])('reports the limit for %s', async (_what, status, body, text, limit, max) => {
    const report = await reportOf(exchange(() => jsonWith(body, text, status)).done);
    expect(report).toEqual({ code: 'bad-response', status, details: { limit, max } });
  });

  test('accepts nesting up to the limit', async () => {
    const { done } = exchange(() => jsonWith({ ...tokens, more: marker }, nested(maxNesting - 1)));
    expect((await done).refresh_token).toBe('refresh-1');
  });

  test('passes on network errors', async () => {
    const lost = exchange(() => {
      throw fail('connection-lost');
    });
    expect(await reportOf(lost.done)).toEqual({ code: 'connection-lost' });
  });

  test('sends codes unencrypted only to this machine', async () => {
    const { done, transport } = exchange(() => response(tokens), { ...target, baseUrl: 'http://x.test' });
    await expect(done).rejects.toThrow();
    expect(transport.requests).toEqual([]);
  });
});

describe('the user of an access token', () => {
  const facts = { origin: 'https://x.test', projectId: 'p', sessionId: 's', issuedAt: 1744192800, expiresAt: 1744193400 };

  test.each(tokenReleases)('of %s is its `sub`, also of an anonymous or restricted user', async (release) => {
    for (const restricted of [null, 'anonymous', 'email_not_verified'] as const) {
      const user = { ...sampleUser, is_anonymous: restricted === 'anonymous' };
      const access_token = tokenOf(claimsOf(release, { ...facts, user, restricted }));
      expect(await exchange(() => response({ ...tokens, access_token })).done).toMatchObject({ access_token, user_id: sampleUser.id });
    }
  });

  test.each([undefined, null, '', 7, true, [sampleUser.id], { id: sampleUser.id }, 'ada', 'me', ` ${sampleUser.id}`])(
    'isn’t read from the `sub` %j',
    async (sub) => {
      const access_token = tokenOf({ ...claimsOf('2.8.109', { ...facts, user: sampleUser, restricted: null }), sub });
      expect(await reportOf(exchange(() => response({ ...tokens, access_token })).done)).toEqual({ code: 'bad-token' });
    },
  );
});
