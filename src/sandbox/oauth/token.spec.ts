import { decodeJwt } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it } from 'vitest';
import { demoProjectId } from '../seed/seed-projects';
import { type Consent, challenge, codeOf, createOAuthBrowser, exchange, verifier } from '../testing/oauth-browser';
import { createTestSandbox, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let refreshToken: string;
beforeEach(async () => {
  test = await createTestSandbox();
  refreshToken = (await test.signIn()).refresh_token;
});

const good = () => ({
  grant_type: 'refresh_token',
  refresh_token: refreshToken,
  client_id: demoProjectId,
  client_secret: test.keys.publishable_client_key,
});
const form = (fields: Record<string, string>) =>
  test.raw('POST', '/auth/oauth/token', { 'content-type': 'application/x-www-form-urlencoded' }, new URLSearchParams(fields).toString());

describe('token endpoint', () => {
  it('refreshes without rotating, and without the service headers', async () => {
    const answer = await form(good());
    expect(answer.json).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3599, scope: 'legacy' });
    expect(decodeJwt(String(answer.json.access_token)).aud).toBe(demoProjectId);
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect((await form({ ...good(), unknown: '1', scope: 'legacy' })).status).toBe(200);
  });

  it('accepts JSON as well', async () => {
    const answer = await test.raw('POST', '/auth/oauth/token', { 'content-type': 'application/json' }, JSON.stringify(good()));
    expect(answer.status).toBe(200);
  });

  it('reports an expired session as a known error', async () => {
    const answer = await form({ ...good(), refresh_token: 'x' });
    expect([answer.status, answer.headers.get('x-stack-known-error')]).toEqual([401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED']);
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store, max-age=0', null]);
  });

  it.each([[{ client_id: 'nope' }], [{ client_id: 'internal' }], [{ client_secret: 'pck_nope' }], [{ client_secret: '' }]])(
    'rejects the client %j',
    async (change) => {
      const answer = await form({ ...good(), ...change });
      expect([answer.status, answer.json.code, answer.details]).toEqual([400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null }]);
    },
  );

  it('reports missing and malformed fields as OAuth errors', async () => {
    const { refresh_token: _left, ...without } = good();
    const missing = await form(without);
    expect([missing.status, missing.headers.has('x-stack-known-error')]).toEqual([400, false]);
    expect([missing.headers.get('cache-control'), missing.headers.get('pragma')]).toEqual(['no-store', 'no-cache']);
    expect(missing.json).toEqual({ error: 'invalid_request', error_description: 'Missing parameter: `refresh_token`' });
    expect((await form({ ...good(), refresh_token: 'ü' })).json.error).toBe('invalid_request');
    expect((await form({ ...without, grant_type: 'authorization_code' })).json.error_description).toBe('Missing parameter: `code`');
  });

  it('rejects unknown codes', async () => {
    const answer = await form({ ...good(), grant_type: 'authorization_code', code: 'abc' });
    expect(answer.json.code).toBe('INVALID_AUTHORIZATION_CODE');
  });

  it('rejects other grants with a schema error, other scopes unexpectedly', async () => {
    expect((await form({ ...good(), grant_type: 'password' })).json.error).toContain(
      '\n  - body.grant_type must be one of the following values: authorization_code, refresh_token',
    );
    expect((await form({ ...good(), scope: 'openid' })).status).toBe(500);
  });
});

describe('exchange of an authorization code', () => {
  const codeFor = async (consent: Consent = {}) => codeOf(await createOAuthBrowser(test).signIn(consent));
  const outcome = ({ status, json }: TestResponse) => [status, json.code ?? json.error];
  const invalidCode = [400, 'INVALID_AUTHORIZATION_CODE'];

  it('returns tokens and user data, in both spellings', async () => {
    const answer = await exchange(test, await codeFor({ query: { after_callback_redirect_url: '/anywhere' } }));
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual([200, 'no-store', 'no-cache']);
    expect(answer.json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 3599,
      refresh_token: expect.stringMatching(/^[0-9a-z]{45}$/),
      scope: 'legacy',
      newUser: false,
      is_new_user: false,
      afterCallbackRedirectUrl: '/anywhere',
      after_callback_redirect_url: '/anywhere',
    });
    expect((await exchange(test, await codeFor())).json.after_callback_redirect_url).toBeNull();
  });

  it('creates a session whose refresh token works', async () => {
    const { refresh_token } = (await exchange(test, await codeFor())).json;
    expect((await form({ ...good(), refresh_token: String(refresh_token) })).status).toBe(200);
  });

  it('works once', async () => {
    const code = await codeFor();
    expect((await exchange(test, code)).status).toBe(200);
    expect(outcome(await exchange(test, code))).toEqual(invalidCode);
  });

  it('expires after five minutes', async () => {
    const [first, second] = [await codeFor(), await codeFor()];
    test.clock.advance(5 * 60_000 - 1);
    expect((await exchange(test, first)).status).toBe(200);
    test.clock.advance(1);
    expect(outcome(await exchange(test, second))).toEqual(invalidCode);
  });

  it.each([{ code_verifier: 'wrong' }, { code_verifier: '' }, { code_verifier: undefined }])(
    'rejects the verifier of %j without using up the code',
    async (change) => {
      const code = await codeFor();
      expect(outcome(await exchange(test, code, change))).toEqual(invalidCode);
      expect((await exchange(test, code)).status).toBe(200);
    },
  );

  it('accepts a plain challenge', async () => {
    const query = { code_challenge: verifier, code_challenge_method: 'plain' };
    const code = await codeFor({ query });
    expect(outcome(await exchange(test, code, { code_verifier: challenge }))).toEqual(invalidCode);
    expect((await exchange(test, code)).status).toBe(200);
  });

  it.each([
    'http://localhost:41999/back',
    'http://localhost:41999/back?kept=1&',
    'http://LOCALHOST:41999/back?kept=1',
    'http://127.0.0.1:41999/back?kept=1',
    'https://evil.example/',
  ])('rejects the redirect URL %s and uses up the code', async (redirect_uri) => {
    const code = await codeFor();
    expect(outcome(await exchange(test, code, { redirect_uri }))).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED']);
    expect(outcome(await exchange(test, code))).toEqual(invalidCode);
  });

  it('doesn’t normalize the redirect URL', async () => {
    const redirect_uri = 'HTTP://LocalHost:41999';
    const code = await codeFor({ query: { redirect_uri: `${redirect_uri}#x` } });
    expect((await exchange(test, code, { redirect_uri })).status).toBe(200);
  });

  it.each([
    [{ code: undefined }, 'Missing parameter: `code`'],
    [{ code: 'ü' }, 'Invalid parameter: `code`'],
    [{ redirect_uri: undefined }, 'Missing parameter: `redirect_uri`'],
  ])('responds with an OAuth error to %j', async (change, description) => {
    const answer = await exchange(test, await codeFor(), change);
    expect([answer.status, answer.headers.has('x-stack-known-error')]).toEqual([400, false]);
    expect(answer.json).toEqual({ error: 'invalid_request', error_description: description });
  });

  it('requires no client secret with a verifier, but rejects a wrong one', async () => {
    expect((await exchange(test, await codeFor(), { client_secret: undefined })).status).toBe(200);
    const refused = [400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET'];
    const code = await codeFor();
    for (const change of [{ client_secret: 'pck_x' }, { client_secret: undefined, code_verifier: undefined }, { client_id: 'internal' }]) {
      expect(outcome(await exchange(test, code, change))).toEqual(refused);
    }
    expect(outcome(await form({ ...good(), client_secret: '', code_verifier: verifier }))).toEqual(refused);
    expect((await exchange(test, code, { client_id: `${demoProjectId}#main` })).status).toBe(200);
  });

  it('ignores HTTP Basic', async () => {
    const basic = Buffer.from(`${demoProjectId}:${test.keys.publishable_client_key}`).toString('base64');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', authorization: `Basic ${basic}` };
    const body = new URLSearchParams({ grant_type: 'authorization_code', code: await codeFor() }).toString();
    expect(outcome(await test.raw('POST', '/auth/oauth/token', headers, body))).toEqual([400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET']);
  });

  it('rejects codes of another project and of a deleted user', async () => {
    const code = await codeFor();
    test.store.run("UPDATE oauth_codes SET project = (SELECT key FROM projects WHERE id = 'internal')");
    expect(outcome(await exchange(test, code))).toEqual(invalidCode);
    const orphan = await codeFor({ email: 'gone@stranger.example' });
    test.store.run("DELETE FROM users WHERE key = (SELECT user FROM contact_channels WHERE value = 'gone@stranger.example')");
    expect(outcome(await exchange(test, orphan))).toEqual(invalidCode);
  });

  it('is interrupted by two-factor authentication, which uses up the code and includes whether the user is new', async () => {
    const consent = { email: 'careful@stranger.example', isVerified: true };
    const code = await codeFor(consent);
    const secret = Buffer.alloc(20, 1).toString('base64');
    test.store.run(
      "UPDATE users SET totp_secret = ? WHERE key = (SELECT user FROM contact_channels WHERE value = 'careful@stranger.example')",
      [secret],
    );
    const answer = await exchange(test, code);
    expect(outcome(answer)).toEqual([400, 'MULTI_FACTOR_AUTHENTICATION_REQUIRED']);
    expect(outcome(await exchange(test, code))).toEqual(invalidCode);
    const totp = new TOTP({ secret: Secret.fromHex(Buffer.from(secret, 'base64').toString('hex')) }).generate({
      timestamp: test.clock.now(),
    });
    const signedIn = await test.call('client', 'POST', '/auth/mfa/sign-in', { type: 'totp', totp, code: answer.details.attempt_code });
    expect([signedIn.status, signedIn.json.is_new_user]).toEqual([200, true]);
  });
});
