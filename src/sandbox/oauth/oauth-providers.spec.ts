import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoAccounts } from '../seed/seed-named-users';
import { createOAuthBrowser } from '../testing/oauth-browser';
import { createTestSandbox, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let userId: string;
beforeEach(async () => {
  test = await createTestSandbox({ release: '2.8.24' });
  ({ access_token: token, user_id: userId } = await test.signIn());
});

const stranger = '3241a285-8329-4d69-8f3d-316e08cf140c';
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);
const own = (method: string, path: string, body?: unknown) => test.call('client', method, path, body, token);
const server = (method: string, path: string, body?: unknown) => test.call('server', method, path, body);
const adas = async () => String((await own('GET', '/oauth-providers?user_id=me')).items[0]?.id);
const graces = async () => (await test.signIn(demoAccounts[1])).user_id;
const addition = (change: object = {}) => ({
  user_id: userId,
  provider_config_id: 'gitlab',
  account_id: 'ada-at-gitlab',
  email: 'ada@gitlab.example',
  allow_sign_in: true,
  allow_connected_accounts: false,
  ...change,
});

describe('reading', () => {
  it('returns the user’s accounts, with the account’s ID only for servers', async () => {
    const list = await own('GET', '/oauth-providers?user_id=me');
    const item = {
      id: uuid,
      user_id: userId,
      type: 'github',
      email: 'ada@analytical.example',
      allow_sign_in: true,
      allow_connected_accounts: true,
    };
    expect(list.json).toEqual({ items: [item], is_paginated: false });
    const [seen] = (await server('GET', `/oauth-providers?user_id=${userId}`)).items;
    expect(seen).toEqual({ ...item, account_id: expect.any(String) });
    expect((await own('GET', `/oauth-providers/me/${await adas()}`)).json).toEqual(list.items[0]);
    expect((await server('GET', `/oauth-providers/${userId}/${await adas()}`)).json).toEqual(seen);
  });

  it('rejects other users and unknown accounts', async () => {
    const grace = await graces();
    const notFound = (id: string, user: string) => [404, `OAuth provider ${id} for user ${user} not found`];
    const told = async (answer: Promise<TestResponse>) => [(await answer).status, (await answer).text];
    expect(await told(own('GET', `/oauth-providers/me/${stranger}`))).toEqual(notFound(stranger, userId));
    expect(await told(server('GET', `/oauth-providers/${grace}/${await adas()}`))).toEqual(notFound(await adas(), grace));
    expect((await server('GET', `/oauth-providers/${stranger}/${stranger}`)).json.code).toBe('USER_NOT_FOUND');
    expect((await server('GET', `/oauth-providers?user_id=${stranger}`)).items).toEqual([]);
    expect((await test.call('client', 'GET', '/oauth-providers?user_id=me')).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('returns the accounts of all users to servers', async () => {
    const all = (await server('GET', '/oauth-providers')).items;
    const ofUsers = (await server('GET', '/users')).items.flatMap(({ id, oauth_providers }) =>
      z
        .array(z.object({ id: z.string(), account_id: z.string() }))
        .parse(oauth_providers)
        .map((account) => [id, account.id, account.account_id]),
    );
    expect(all.length).toBeGreaterThan(1);
    expect(all.map(({ user_id, type, account_id }) => [user_id, type, account_id])).toEqual(ofUsers);
  });

  it.each<[string, (grace: string) => Promise<TestResponse>]>([
    ['list', (grace) => own('GET', `/oauth-providers?user_id=${grace}`)],
    ['list', () => own('GET', '/oauth-providers')],
    ['read', (grace) => own('GET', `/oauth-providers/${grace}/${stranger}`)],
    ['update', (grace) => own('PATCH', `/oauth-providers/${grace}/${stranger}`, {})],
    ['delete', (grace) => own('DELETE', `/oauth-providers/${grace}/${stranger}`)],
  ])('lets clients access only their own: %s', async (action, call) => {
    const answer = await call(await graces());
    expect([answer.status, answer.text]).toEqual([403, `Client can only ${action} OAuth providers for their own user.`]);
  });
});

describe('creating', () => {
  it('requires server access, and the account can sign in immediately', async () => {
    const answer = await server('POST', '/oauth-providers', addition());
    const { provider_config_id: type, ...item } = addition();
    expect([answer.status, answer.json]).toEqual([201, { ...item, id: uuid, type }]);
    expect((await own('POST', '/oauth-providers', addition())).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it('accepts "me" with a user’s token', async () => {
    const answer = await test.call('server', 'POST', '/oauth-providers', addition({ user_id: 'me' }), token);
    expect([answer.status, answer.json.user_id]).toEqual([201, userId]);
    expect((await server('POST', '/oauth-providers', addition({ user_id: 'me' }))).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it.each([['unknown'], ['discord']])('rejects the provider %s, which isn’t configured', async (provider_config_id) => {
    const answer = await server('POST', '/oauth-providers', addition({ provider_config_id }));
    expect([answer.status, answer.text]).toEqual([404, `OAuth provider ${provider_config_id} not found or not configured`]);
  });

  it('allows several accounts of a provider, each once, one for sign-in', async () => {
    const add = (account_id: string, allow_sign_in: boolean) => server('POST', '/oauth-providers', addition({ account_id, allow_sign_in }));
    const refusals = async (answer: Promise<TestResponse>) => [(await answer).status, (await answer).text];
    const twice = [400, 'The same provider type with the same account ID already exists for this user.'];
    const twoForSignIn = [400, 'The same provider type with sign-in enabled already exists for this user.'];
    expect((await add('one', false)).status).toBe(201);
    expect((await add('two', true)).status).toBe(201);
    const third = await add('three', false);
    expect(await refusals(add('one', false))).toEqual(twice);
    expect(await refusals(add('four', true))).toEqual(twoForSignIn);
    const path = `/oauth-providers/me/${third.json.id}`;
    expect(await refusals(own('PATCH', path, { allow_sign_in: true }))).toEqual(twoForSignIn);
    expect(await refusals(server('PATCH', path.replace('me', userId), { account_id: 'one' }))).toEqual(twice);
    expect((await server('PATCH', path.replace('me', userId), { account_id: 'third' })).status).toBe(200);
    const { oauth_providers } = (await own('GET', '/users/me')).json;
    expect(oauth_providers).toMatchObject([
      { id: 'github' },
      ...['one', 'third', 'two'].map((account_id) => ({ id: 'gitlab', account_id })),
    ]);
    expect((await own('DELETE', path)).status).toBe(200);
    expect((await own('GET', '/oauth-providers?user_id=me')).items).toHaveLength(3);
  });

  it.each<[object, number, string]>([
    [{ user_id: '3241a285-8329-4d69-8f3d-316e08cf140c' }, 404, 'USER_NOT_FOUND'],
    [{ account_id: '' }, 400, 'SCHEMA_ERROR'],
    [{ allow_sign_in: undefined }, 400, 'SCHEMA_ERROR'],
    [{ type: 'gitlab' }, 400, 'SCHEMA_ERROR'],
  ])('rejects %j', async (change, status, code) => {
    const answer = await server('POST', '/oauth-providers', addition(change));
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it('allows two users with one account, only one for sign-in', async () => {
    await server('POST', '/oauth-providers', addition());
    const other = { user_id: await graces() };
    const taken = await server('POST', '/oauth-providers', addition(other));
    expect([taken.status, taken.json.code]).toEqual([400, 'OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN']);
    expect((await server('POST', '/oauth-providers', addition({ ...other, allow_sign_in: false }))).status).toBe(201);
  });
});

describe('updating', () => {
  it('keeps missing fields', async () => {
    const path = `/oauth-providers/me/${await adas()}`;
    const before = (await own('GET', path)).json;
    expect((await own('PATCH', path, {})).json).toEqual(before);
    expect((await own('PATCH', path, { allow_connected_accounts: false })).json).toEqual({ ...before, allow_connected_accounts: false });
    expect((await own('GET', path)).json.allow_connected_accounts).toBe(false);
  });

  it('of email and account requires server access', async () => {
    const id = await adas();
    const change = { email: 'new@x.example', account_id: 'other' };
    expect((await server('PATCH', `/oauth-providers/${userId}/${id}`, change)).json).toMatchObject(change);
    expect((await own('PATCH', `/oauth-providers/me/${id}`, change)).details.message).toContain(
      'body contains unknown properties: email, account_id',
    );
  });

  it('turns off sign-in, so the next authorization finds neither a user nor a free slot', async () => {
    await own('PATCH', `/oauth-providers/me/${await adas()}`, { allow_sign_in: false });
    const answer = await createOAuthBrowser(test).signIn({ account: 'Ada Lovelace' });
    expect(answer.json.code).toBe('CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE');
  });

  it('rejects sign-in with another user’s account', async () => {
    await server('POST', '/oauth-providers', addition());
    const grace = await graces();
    const { id } = (await server('POST', '/oauth-providers', addition({ user_id: grace, allow_sign_in: false }))).json;
    const answer = await server('PATCH', `/oauth-providers/${grace}/${id}`, { allow_sign_in: true });
    expect(answer.json.code).toBe('OAUTH_PROVIDER_ACCOUNT_ID_ALREADY_USED_FOR_SIGN_IN');
  });
});

describe('deleting', () => {
  it('deletes the account and its tokens', async () => {
    await createOAuthBrowser(test).signIn({ account: 'Ada Lovelace' });
    const path = `/oauth-providers/me/${await adas()}`;
    const answer = await own('DELETE', path);
    expect([answer.status, answer.json]).toEqual([200, { success: true }]);
    expect((await own('GET', '/users/me')).json.oauth_providers).toEqual([]);
    expect(test.store.all('SELECT * FROM oauth_tokens')).toEqual([]);
    expect((await own('DELETE', path)).status).toBe(404);
  });
});
