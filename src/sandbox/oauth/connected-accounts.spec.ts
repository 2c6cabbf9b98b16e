import { beforeEach, describe, expect, it } from 'vitest';
import { type Consent, signInWith } from '../testing/oauth-browser';
import { ada, createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let userId: string;
beforeEach(async () => {
  test = await createTestSandbox({ release: '2.8.70' });
  ({ access_token: token, user_id: userId } = await test.signIn());
});

const connect = async (providerScope = '', consent: Consent = {}) => {
  const query = { type: 'link', token: (await test.signIn()).access_token, provider_scope: providerScope };
  return signInWith(test, { provider: 'gitlab', account: 'Mary Somerville', ...consent, query });
};
const ask = (body: unknown = {}, path = '/connected-accounts/me/gitlab/access-token') => test.call('client', 'POST', path, body, token);
const minutes = (count: number) => count * 60_000;
const whose = async (providerToken: unknown) =>
  (await test.raw('GET', '/sandbox/idp/gitlab/userinfo', { authorization: `Bearer ${providerToken}` })).json;

describe('a token of a connected account', () => {
  it('is valid at the provider', async () => {
    await connect();
    const answer = await ask();
    expect([answer.status, Object.keys(answer.json)]).toEqual([201, ['access_token']]);
    expect(await whose(answer.json.access_token)).toMatchObject({ email: 'mary.somerville@royal-society.example', email_verified: true });
  });

  it('is the stored one while valid for five more minutes, then a refreshed one each time', async () => {
    await connect();
    const tokens = new Set([(await ask()).json.access_token]);
    const renewed = async () => {
      token = (await test.signIn()).access_token;
      return (await ask()).json.access_token;
    };
    test.clock.advance(minutes(55));
    tokens.add(await renewed());
    expect(tokens.size).toBe(1);
    for (let round = 2; round <= 4; round += 1) {
      test.clock.advance(round === 2 ? 1 : minutes(56));
      const next = await renewed();
      expect((await whose(next)).name).toBe('Mary Somerville');
      expect(tokens.add(next).size).toBe(round);
    }
  });

  it('covers the requested scopes, from any authorization', async () => {
    await connect();
    const missing = await ask({ scope: 'read_api' });
    expect([missing.status, missing.json.code]).toEqual([400, 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE']);
    await connect('read_api');
    const [narrow, wide] = [await ask({ scope: 'email openid' }), await ask({ scope: ' read_api ' })];
    expect([narrow.status, wide.status]).toEqual([201, 201]);
  });

  it.each([
    ['2.8.69', 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE', {}],
    ['2.8.70', 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE', { provider: 'gitlab', details: expect.any(String) }],
  ])('isn’t available on %s after the provider rejects the refresh: %s (wire/newer 2.3, 2.8.70)', async (release, code, details) => {
    test = await createTestSandbox({ release });
    await connect();
    test.store.run("DELETE FROM idp_grants WHERE kind = 'refresh'");
    token = (await test.signIn()).access_token;
    expect((await ask()).status).toBe(201);
    test.clock.advance(minutes(56));
    token = (await test.signIn()).access_token;
    const answer = await ask();
    expect([answer.status, answer.json.code, answer.details]).toEqual([400, code, details]);
    expect((await ask({ scope: 'read_api' })).json.code).toBe('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE');
  });

  it('isn’t available for an account without tokens', async () => {
    test.store.run("UPDATE oauth_accounts SET provider = 'gitlab' WHERE provider = 'github'");
    expect((await ask()).json.code).toBe('OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE');
  });

  it('isn’t available for an account that doesn’t allow it', async () => {
    await connect();
    test.store.run('UPDATE oauth_accounts SET allow_connected_accounts = 0');
    expect((await ask()).json.code).toBe('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER');
  });

  it.each([
    ['unknown', 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
    ['discord', 'OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED'],
    ['github', 'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS'],
    ['gitlab', 'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER'],
  ])('of %s is rejected', async (provider, code) => {
    const answer = await ask({}, `/connected-accounts/me/${provider}/access-token`);
    expect([answer.status, answer.json.code, answer.headers.get('x-stack-known-error')]).toEqual([400, code, code]);
  });

  it('is returned to servers for any user, to clients for their own', async () => {
    await connect();
    const path = `/connected-accounts/${userId}/gitlab/access-token`;
    expect((await test.call('server', 'POST', path, {})).status).toBe(201);
    expect((await ask({}, path.replace(userId, userId.toUpperCase()))).status).toBe(201);
    const stranger = '3241a285-8329-4d69-8f3d-316e08cf140c';
    const foreign = await ask({}, path.replace(userId, stranger));
    expect([foreign.status, foreign.text]).toEqual([403, 'Client can only access its own connected accounts']);
    expect((await test.call('client', 'POST', path, {})).status).toBe(403);
    expect((await test.call('server', 'POST', path.replace(userId, stranger), {})).json.code).toBe(
      'OAUTH_CONNECTION_NOT_CONNECTED_TO_USER',
    );
  });

  it('requires a user for "me", and an object as body', async () => {
    const path = '/connected-accounts/me/gitlab/access-token';
    expect((await test.call('client', 'POST', path, {})).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const lines: [unknown, string][] = [
      [undefined, 'body must be defined'],
      ['x', 'body must be a `object` type'],
      [{ scopes: 'x' }, 'body contains unknown properties: scopes'],
      [{ scope: null }, 'body.scope cannot be null'],
    ];
    for (const [body, line] of lines) {
      expect((await test.call('client', 'POST', path, body, token)).details.message).toContain(`\n  - ${line}`);
    }
    expect((await ask({}, '/connected-accounts/x/gitlab/access-token')).details.message).toContain('params.user_id must be a valid UUID');
  });
});

describe('the older path', () => {
  const older = (provider: string) => ask({}, `/auth/oauth/connected-accounts/${provider}/access-token`);

  it('returns the same', async () => {
    await connect();
    expect((await older('gitlab')).json).toEqual((await ask()).json);
  });

  it('omits the header of a known error', async () => {
    const answer = await older('github');
    expect([answer.status, answer.json.code, answer.headers.has('x-stack-known-error')]).toEqual([
      400,
      'OAUTH_ACCESS_TOKEN_NOT_AVAILABLE_WITH_SHARED_OAUTH_KEYS',
      false,
    ]);
  });

  it('is only for the signed-in user', async () => {
    const answer = await test.call('client', 'POST', '/auth/oauth/connected-accounts/gitlab/access-token', {});
    expect([answer.status, answer.json.code]).toEqual([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER']);
  });
});

describe('the list', () => {
  it('returns a user’s accounts to the user and to servers', async () => {
    await connect();
    const own = await test.call('client', 'GET', '/connected-accounts/me', undefined, token);
    expect(own.json).toEqual({
      items: [
        { user_id: userId, provider: 'github', provider_account_id: expect.any(String) },
        { user_id: userId, provider: 'gitlab', provider_account_id: expect.any(String) },
      ],
      is_paginated: false,
    });
    expect((await test.call('server', 'GET', `/connected-accounts/${userId}`)).json).toEqual(own.json);
    const wanted = own.items.find(({ provider }) => provider === 'gitlab')?.provider_account_id;
    expect((await ask({}, `/connected-accounts/me/gitlab/${wanted}/access-token`)).status).toBe(201);
    expect((await ask({}, '/connected-accounts/me/gitlab/other/access-token')).json.code).toBe('OAUTH_CONNECTION_NOT_CONNECTED_TO_USER');
  });

  it('has a token of each of several accounts of a provider', async () => {
    await connect();
    const account = {
      user_id: userId,
      provider_config_id: 'gitlab',
      account_id: 'second',
      allow_sign_in: false,
      allow_connected_accounts: true,
    };
    await test.call('server', 'POST', '/oauth-providers', account);
    const ids = (await test.call('client', 'GET', '/connected-accounts/me', undefined, token)).items
      .filter(({ provider }) => provider === 'gitlab')
      .map(({ provider_account_id: id }) => String(id));
    expect(ids).toHaveLength(2);
    const answers = await Promise.all(ids.map((id) => ask({}, `/connected-accounts/me/gitlab/${id}/access-token`)));
    expect(answers.map(({ status, json }) => [status, json.code ?? null]).sort()).toEqual([
      [201, null],
      [400, 'OAUTH_CONNECTION_DOES_NOT_HAVE_REQUIRED_SCOPE'],
    ]);
    expect((await ask()).status).toBe(201);
  });

  it('is rejected for other users', async () => {
    expect((await test.call('client', 'GET', '/connected-accounts/me')).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const other = await test.call('server', 'GET', '/users');
    const id = other.items.find(({ primary_email }) => primary_email !== ada.email)?.id;
    const foreign = await test.call('client', 'GET', `/connected-accounts/${id}`, undefined, token);
    expect([foreign.status, foreign.text]).toEqual([403, 'Client can only list connected accounts for their own user.']);
    const response = await test.call('server', 'GET', '/connected-accounts/3241a285-8329-4d69-8f3d-316e08cf140c');
    expect(response.json.code).toBe('USER_NOT_FOUND');
  });
});
