import { beforeEach, describe, expect, it } from 'vitest';
import { newUserApiKey, userApiKey } from '#contract/service/models/api-key-models.ts';
import { demoAccounts } from '../seed/seed-named-users';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let own: string;
let other: string;
beforeEach(async () => {
  test = await createTestSandbox();
  ({ access_token: token, user_id: own } = await test.signIn());
  other = (await test.signIn(demoAccounts[1])).user_id;
  test.store.run('DELETE FROM api_keys');
});

const path = '/user-api-keys';
const key = { description: 'Test API Key', expires_at_millis: null };
const client = (method: string, at: string, body?: unknown) => test.call('client', method, at, body, token);
const server = (method: string, at: string, body?: unknown) => test.call('server', method, at, body);
const check = (text: unknown) => server('POST', `${path}/check`, { api_key: text });

describe('a user’s key', () => {
  it('is returned in full on creation, later only with its last four characters', async () => {
    const made = await client('POST', path, { user_id: 'me', ...key });
    expect(made.status).toBe(200);
    const { id, value } = newUserApiKey.strict().parse(made.json);
    expect(made.json).toEqual({ id, value, ...shown() });
    expect(value).toMatch(new RegExp(`^sk_[0-9a-z]{45}${id.replaceAll('-', '')}user1574ck4u7h[0-9a-f]{8}$`));
    const last = { id, ...shown(), value: { last_four: String(value).slice(-4) } };
    expect(userApiKey.strict().parse((await client('GET', `${path}/${id}`)).json)).toEqual(last);
    expect((await client('GET', `${path}?user_id=me`)).json).toEqual({ items: [last], is_paginated: false });
    expect((await check(value)).json).toEqual(last);
  });

  const shown = () => ({
    description: 'Test API Key',
    type: 'user',
    user_id: own,
    is_public: false,
    created_at_millis: test.clock.now(),
  });

  it('is listed newest first, only for its own user', async () => {
    for (const description of ['first', 'second']) await client('POST', path, { user_id: own, ...key, description });
    await server('POST', path, { user_id: other, ...key, description: 'another’s' });
    const answer = await server('GET', `${path}?user_id=${own}`);
    expect(answer.items.map(({ description }) => description)).toEqual(['second', 'first']);
    expect((await server('GET', `${path}?user_id=11111111-2222-4333-8444-555555555555`)).items).toEqual([]);
  });

  it('is public on request, and doesn’t expire with null and 0', async () => {
    const made = await client('POST', path, { user_id: 'me', ...key, is_public: true, expires_at_millis: 0 });
    expect(made.json.value).toMatch(/^pk_/);
    expect(made.json).toMatchObject({ is_public: true });
    expect(made.json).not.toHaveProperty('expires_at_millis');
  });

  it('changes its description, and keeps its first revocation time', async () => {
    const { json } = await client('POST', path, { user_id: 'me', ...key });
    const at = `${path}/${json.id}?user_id=me`;
    expect((await client('PATCH', at, { description: 'new' })).json.description).toBe('new');
    const first = (await client('PATCH', at, { revoked: true })).json.manually_revoked_at_millis;
    test.clock.advance(9);
    expect((await client('PATCH', at, { revoked: true })).json.manually_revoked_at_millis).toBe(first);
    expect((await client('DELETE', at)).status).toBe(405);
  });

  it('is deleted with its user', async () => {
    const { json } = await client('POST', path, { user_id: 'me', ...key });
    await server('DELETE', `/users/${own}`);
    expect((await check(json.value)).json.code).toBe('API_KEY_NOT_FOUND');
  });
});

describe('a check', () => {
  it('reports the first error', async () => {
    const team = await server('POST', '/team-api-keys', { team_id: (await server('GET', '/teams')).items[0]?.id, ...key });
    const ends = await server('POST', path, { user_id: own, ...key, expires_at_millis: test.clock.now() + 10 });
    expect((await check(ends.json.value)).status).toBe(200);
    test.clock.advance(10);
    const codes = async (text: unknown) => (await check(text)).json.code;
    expect(await codes('nope')).toBe('API_KEY_NOT_FOUND');
    const wrong = await check(team.json.value);
    expect([wrong.status, wrong.details]).toEqual([400, { expected_type: 'user', actual_type: 'team' }]);
    expect(wrong.json.error).toBe('This endpoint is for user API keys, but a team API key was provided.');
    expect(await codes(ends.json.value)).toBe('API_KEY_EXPIRED');
    await server('PATCH', `${path}/${ends.json.id}`, { revoked: true });
    expect(await codes(ends.json.value)).toBe('API_KEY_REVOKED');
    test.store.run('UPDATE api_keys SET project = 1 WHERE id = ?', [String(ends.json.id)]);
    expect(await codes(ends.json.value)).toBe('API_KEY_NOT_FOUND');
  });

  it('compares the full text', async () => {
    const { json } = await server('POST', path, { user_id: own, ...key });
    expect((await check(`${String(json.value).slice(0, -1)}x`)).status).toBe(404);
  });

  it('requires server access', async () => {
    expect((await client('POST', `${path}/check`, { api_key: 'x' })).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    expect((await check({ ref: 'r' })).json.code).toBe('SCHEMA_ERROR');
  });
});

describe('rejected requests', () => {
  const all = (id: string): [string, string, unknown][] => [
    ['GET', `${path}?user_id=${own}`, undefined],
    ['POST', path, { user_id: own, ...key }],
    ['GET', `${path}/${id}`, undefined],
    ['PATCH', `${path}/${id}`, {}],
    ['POST', `${path}/check`, { api_key: 'x' }],
  ];

  it('rejects every request if the project has turned off these keys', async () => {
    const { json } = await client('POST', path, { user_id: 'me', ...key });
    test.configure({ allow_user_api_keys: false });
    for (const [method, at, body] of all(String(json.id))) {
      const answer = await server(method, at, body);
      expect([answer.status, answer.text]).toEqual([400, 'User API keys are not enabled for this project.']);
    }
  });

  it('rejects clients without a user', async () => {
    const { json } = await server('POST', path, { user_id: own, ...key });
    for (const [method, at, body] of all(String(json.id)).slice(0, -1)) {
      const answer = await test.call('client', method, at, body);
      expect([answer.status, answer.json.code]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED']);
    }
    const me = await test.call('client', 'GET', `${path}?user_id=me`);
    expect([me.status, me.json.code]).toEqual([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER']);
  });

  it('rejects clients that request another user’s keys', async () => {
    const { json } = await server('POST', path, { user_id: other, ...key });
    for (const [method, at, body] of [
      ['GET', `${path}?user_id=${other}`, undefined],
      ['POST', path, { user_id: other, ...key }],
      ['GET', `${path}/${json.id}`, undefined],
      ['PATCH', `${path}/${json.id}?user_id=${other}`, { revoked: true }],
    ] as const) {
      const answer = await client(method, at, body);
      expect([answer.status, answer.text]).toEqual([403, 'Client can only manage their own api keys']);
    }
  });

  it('rejects unknown keys and keys of other owners', async () => {
    const { json } = await server('POST', path, { user_id: other, ...key });
    for (const at of [`${path}/11111111-2222-4333-8444-555555555555`, `${path}/${json.id}?user_id=${own}`]) {
      const answer = await server('GET', at);
      expect([answer.status, answer.json.code]).toEqual([404, 'API_KEY_NOT_FOUND']);
    }
  });

  it('rejects a list without an owner', async () => {
    for (const answer of [await server('GET', path), await client('GET', path)]) {
      expect(answer.json).toMatchObject({ code: 'SCHEMA_ERROR', error: 'user_id is required for user API keys' });
    }
  });

  it('responds with 500 for an unknown user', async () => {
    expect((await server('POST', path, { user_id: '11111111-2222-4333-8444-555555555555', ...key })).status).toBe(500);
  });

  it.each<[unknown, string]>([
    [{ user_id: 'me', description: 'x' }, 'body.expires_at_millis must be defined'],
    [{ user_id: 'me', expires_at_millis: null }, 'body.description must be defined'],
    [{ ...key }, 'body.user_id must be defined'],
    [{ user_id: 'x', ...key }, 'body.user_id must be a valid UUID'],
    [{ user_id: 'me', ...key, team_id: 'x' }, 'body contains unknown properties: team_id'],
  ])('%j', async (body, line) => {
    expect((await client('POST', path, body)).json.error).toContain(line);
  });

  it('rejects owners of the other kind, and owners in an update', async () => {
    const { json } = await client('POST', path, { user_id: 'me', ...key });
    expect((await client('GET', `${path}/${json.id}?team_id=${own}`)).json.error).toContain('query contains unknown properties: team_id');
    const change = await client('PATCH', `${path}/${json.id}`, { user_id: own });
    expect(change.json.error).toContain('body contains unknown properties: user_id');
  });
});
