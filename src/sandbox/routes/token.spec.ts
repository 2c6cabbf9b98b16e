import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestSandbox, testSandbox } from '../spec-support';
import { demoProjectId } from '../store/seed-projects';

let test: TestSandbox;
let refreshToken: string;
beforeAll(async () => {
  test = await testSandbox();
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

  it('takes JSON as well', async () => {
    const answer = await test.raw('POST', '/auth/oauth/token', { 'content-type': 'application/json' }, JSON.stringify(good()));
    expect(answer.status).toBe(200);
  });

  it('says in the form of a known error that a session is over', async () => {
    const answer = await form({ ...good(), refresh_token: 'x' });
    expect([answer.status, answer.headers.get('x-stack-known-error')]).toEqual([401, 'REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED']);
    expect(answer.headers.get('pragma')).toBe('no-cache');
  });

  it.each([[{ client_id: 'nope' }], [{ client_id: 'internal' }], [{ client_secret: 'pck_nope' }], [{ client_secret: '' }]])(
    'refuses the client %j',
    async (change) => {
      const answer = await form({ ...good(), ...change });
      expect([answer.status, answer.json.code, answer.details]).toEqual([400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: null }]);
    },
  );

  it('answers missing and malformed fields in the OAuth form', async () => {
    const { refresh_token: _left, ...without } = good();
    const missing = await form(without);
    expect([missing.status, missing.headers.has('x-stack-known-error')]).toEqual([400, false]);
    expect(missing.json).toEqual({ error: 'invalid_request', error_description: 'Missing parameter: `refresh_token`' });
    expect((await form({ ...good(), refresh_token: 'ü' })).json.error).toBe('invalid_request');
    expect((await form({ ...without, grant_type: 'authorization_code' })).json.error_description).toBe('Missing parameter: `code`');
  });

  it('knows no authorization code', async () => {
    expect((await form({ ...good(), grant_type: 'authorization_code', code: 'abc' })).json.code).toBe('INVALID_AUTHORIZATION_CODE');
  });

  it('answers another grant with a schema error, another scope unexpectedly', async () => {
    expect((await form({ ...good(), grant_type: 'password' })).json.error).toContain(
      '\n  - body.grant_type must be one of the following values: authorization_code, refresh_token',
    );
    expect((await form({ ...good(), scope: 'openid' })).status).toBe(500);
  });
});
