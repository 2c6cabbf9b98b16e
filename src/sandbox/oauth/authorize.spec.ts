import { beforeEach, describe, expect, it } from 'vitest';
import { demoProjectId } from '../seed/seed-projects';
import { authorizeUrl, type Consent, challenge, codeOf, createOAuthBrowser, exchange, locationOf } from '../testing/oauth-browser';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const ask = (consent: Consent = {}) => test.raw('GET', authorizeUrl(test, consent));
const otherProject = { client_id: 'internal' };

it('redirects to the provider and sets the inner cookie for ten minutes', async () => {
  const answer = await ask();
  expect([answer.status, answer.text]).toEqual([307, '{}']);
  const url = new URL(locationOf(answer));
  expect(url.origin + url.pathname).toBe('http://localhost:8102/sandbox/idp/github/authorize');
  const { state, ...query } = Object.fromEntries(url.searchParams);
  expect(query).toEqual({
    client_id: 'shared-github',
    scope: 'user:email',
    response_type: 'code',
    redirect_uri: 'http://localhost:8102/api/v1/auth/oauth/callback/github',
  });
  const expires = new Date(test.clock.now() + 600_000).toUTCString();
  expect(answer.headers.get('set-cookie')).toBe(`stack-oauth-inner-${state}=true; Path=/; Expires=${expires}; Max-Age=600; HttpOnly`);
  expect(answer.headers.get('cache-control')).toBe('no-store, max-age=0');
});

it('creates a new state each time', async () => {
  const states = await Promise.all([ask(), ask()].map(async (answer) => new URL(locationOf(await answer)).searchParams.get('state')));
  expect(new Set(states).size).toBe(2);
});

it('uses the project’s own keys if it has some, and requests additional scopes', async () => {
  const { searchParams } = new URL(locationOf(await ask({ provider: 'gitlab', query: { provider_scope: 'read_api  email' } })));
  expect([searchParams.get('client_id'), searchParams.get('scope')]).toEqual(['sandbox-gitlab', 'openid email read_user read_api']);
});

it('accepts a branch in the client ID, as newer releases do', async () => {
  expect((await ask({ query: { client_id: `${demoProjectId}#main` } })).status).toBe(307);
  expect((await ask({ query: { client_id: `${demoProjectId}#other` } })).json.code).toBe('INVALID_OAUTH_CLIENT_ID_OR_SECRET');
});

it('doesn’t validate redirect URLs and fixed values yet', async () => {
  const query = { redirect_uri: 'https://evil.example/', scope: 'x', response_type: 'x', code_challenge_method: 'x', state: '' };
  expect((await ask({ query })).status).toBe(307);
});

describe('rejected requests', () => {
  it.each<[NonNullable<Consent['query']>, string]>([
    [{ client_id: undefined }, 'query.client_id must be defined'],
    [{ client_secret: undefined }, 'query.client_secret must be defined'],
    [{ redirect_uri: undefined }, 'query.redirect_uri must be defined'],
    [{ redirect_uri: 'nowhere' }, 'query.redirect_uri is not a valid URL'],
    [{ redirect_uri: 'http://localhost/a b' }, 'query.redirect_uri contains spaces'],
    [{ scope: undefined }, 'query.scope must be defined'],
    [{ state: undefined }, 'query.state must be defined'],
    [{ grant_type: 'password' }, 'query.grant_type must be one of the following values: authorization_code'],
    [{ code_challenge: undefined }, 'query.code_challenge must be defined'],
    [{ code_challenge_method: undefined }, 'query.code_challenge_method must be defined'],
    [{ response_type: undefined }, 'query.response_type must be defined'],
    [{ type: 'merge' }, 'query.type must be one of the following values: authenticate, link'],
    [{ error_redirect_url: 'x' }, 'query.error_redirect_url is not a valid URL'],
    [{ error_redirect_uri: 'x' }, 'query.error_redirect_uri is not a valid URL'],
    [{ stack_response_mode: 'json', a: '1' }, 'query contains unknown properties: stack_response_mode, a'],
  ])('rejects invalid parameters: %j', async (query, line) => {
    const answer = await ask({ query });
    expect([answer.status, answer.json.code, answer.headers.get('location')]).toEqual([400, 'SCHEMA_ERROR', null]);
    expect(answer.details.message).toContain(`\n  - ${line}`);
  });

  it('rejects an unknown client, with its ID', async () => {
    const answer = await ask({ query: { client_id: 'unknown' } });
    expect([answer.status, answer.json.code, answer.details]).toEqual([400, 'INVALID_OAUTH_CLIENT_ID_OR_SECRET', { client_id: 'unknown' }]);
  });

  it.each([{ client_secret: 'pck_wrong' }, { client_secret: '' }, otherProject])('rejects a wrong key: %j', async (query) => {
    const answer = await ask({ query });
    expect([answer.status, answer.json.code]).toEqual([401, 'INVALID_PUBLISHABLE_CLIENT_KEY']);
  });

  it.each(['discord', 'bitbucket', 'GitHub', 'unknown', '__proto__', 'toString'])('rejects the provider %s', async (provider) => {
    const answer = await ask({ provider });
    expect([answer.status, answer.json.code]).toEqual([400, 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED']);
  });

  it('validates the key before the provider, and the provider before the token', async () => {
    expect((await ask({ provider: 'unknown', query: { client_secret: 'x' } })).json.code).toBe('INVALID_PUBLISHABLE_CLIENT_KEY');
    expect((await ask({ provider: 'unknown', query: { type: 'link' } })).json.code).toBe('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED');
  });

  it('rejects other methods', async () => {
    expect((await test.raw('POST', authorizeUrl(test, {}))).status).toBe(405);
  });
});

describe('connecting', () => {
  const link = async (query: Consent['query'] = {}, provider = 'gitlab') => {
    const token = (await test.signIn()).access_token;
    return ask({ provider, query: { type: 'link', token, ...query } });
  };

  it.each([undefined, '', 'x', 'a.b.c'])('requires a token, not %j', async (token) => {
    const answer = await link({ token });
    expect([answer.status, answer.json.code]).toEqual([401, 'UNPARSABLE_ACCESS_TOKEN']);
  });

  it('requires an unexpired token', async () => {
    const token = (await test.signIn()).access_token;
    test.clock.advance(11 * 60_000);
    const answer = await ask({ query: { type: 'link', token } });
    expect([answer.status, answer.json.code]).toEqual([401, 'ACCESS_TOKEN_EXPIRED']);
  });

  it('requires a token of the same project', async () => {
    const { publishable_client_key: key } =
      test.store.one<{ publishable_client_key: string }>(
        "SELECT publishable_client_key FROM api_key_sets s JOIN projects p ON p.key = s.project WHERE p.id = 'internal'",
      ) ?? {};
    const answer = await link({ ...otherProject, client_secret: key }, 'github');
    expect([answer.status, answer.text]).toEqual([403, 'The access token is not valid for this project']);
  });

  it('rejects additional scopes only with shared keys', async () => {
    const answer = await link({ provider_scope: 'repo' }, 'google');
    expect([answer.status, answer.json.code]).toEqual([400, 'OAUTH_EXTRA_SCOPE_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS']);
    expect((await link({}, 'google')).status).toBe(307);
    expect((await link({ provider_scope: 'read_api' })).status).toBe(307);
  });

  it('uses the current user, even if the token expires before the callback', async () => {
    const token = (await test.signIn()).access_token;
    const browser = createOAuthBrowser(test);
    test.clock.advance(8 * 60_000);
    const { address } = await browser.toCallback({ provider: 'gitlab', email: 'a@b.example', query: { type: 'link', token } });
    test.clock.advance(3 * 60_000);
    expect((await exchange(test, codeOf(await browser.go('GET', address)))).json.is_new_user).toBe(false);
  });
});

it('doesn’t return the challenge', async () => {
  expect(JSON.stringify([...(await ask()).headers])).not.toContain(challenge);
});
