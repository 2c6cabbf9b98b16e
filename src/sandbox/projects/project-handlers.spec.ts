import { createLocalJWKSet, jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { clientProject, clientTeam, jwks, serverTeam } from '#contract/service/models/user-models.ts';
import { demoProjectId } from '../seed/seed-projects';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
beforeAll(async () => {
  test = await createTestSandbox({ users: 40 });
  token = (await test.signIn()).access_token;
});

describe('the current project', () => {
  it('is a client object for clients and servers, with sorted providers', async () => {
    for (const access of ['client', 'server'] as const) {
      const { json } = await test.call(access, 'GET', '/projects/current');
      const project = clientProject.strict().parse(json);
      expect(project.display_name).toBe('Analytical Engines');
      expect(project.config.enabled_oauth_providers).toEqual(
        ['apple', 'github', 'gitlab', 'google', 'microsoft', 'spotify'].map((id) => ({ id })),
      );
    }
  });

  it('is an admin object for admins', async () => {
    const { json } = await test.call('admin', 'GET', '/projects/current');
    expect(json).toMatchObject({
      id: demoProjectId,
      description: '',
      user_count: 40,
      is_production_mode: false,
      config: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        allow_localhost: true,
        domains: ['https://app.analytical.example', 'http://staging.analytical.example'].map((domain) => ({
          domain,
          handler_path: '/handler',
        })),
        email_config: { type: 'shared' },
        team_creator_default_permissions: [{ id: 'admin' }],
        oauth_account_merge_strategy: 'link_method',
      },
    });
  });
});

describe('public keys', () => {
  it('verify the project’s tokens, without any header', async () => {
    const answer = await test.raw('GET', `/projects/${demoProjectId}/.well-known/jwks.json?unknown=1`);
    const { keys } = jwks.parse(answer.json);
    expect(keys).toHaveLength(1);
    expect(keys[0]).not.toHaveProperty('d');
    const options = { currentDate: new Date(test.clock.now()), audience: demoProjectId };
    const verified = await jwtVerify(token, createLocalJWKSet({ keys: keys.map((key) => ({ ...key, kty: 'EC' })) }), options);
    expect(verified.payload.role).toBe('authenticated');
  });

  it('differ between projects', async () => {
    const [internal, demo] = await Promise.all(
      ['internal', demoProjectId].map((id) => test.raw('GET', `/projects/${id}/.well-known/jwks.json`)),
    );
    expect(internal?.text).not.toBe(demo?.text);
    const missing = await test.raw('GET', '/projects/nope/.well-known/jwks.json');
    expect([missing.status, missing.text]).toEqual([404, 'Project not found']);
  });
});

describe('teams', () => {
  it('are listed for servers, oldest first, optionally of one user', async () => {
    const { items } = await test.call('server', 'GET', '/teams');
    const created = items.map((item) => serverTeam.strict().parse(item).created_at_millis);
    expect(created).toHaveLength(12);
    expect(created).toEqual([...created].sort((a, b) => a - b));
    const own = await test.call('server', 'GET', '/teams?user_id=me', undefined, token);
    expect(own.items.length).toBeGreaterThanOrEqual(2);
    expect(own.items.length).toBeLessThan(12);
  });

  it('are listed for clients as client objects, only their own', async () => {
    const own = await test.call('client', 'GET', '/teams?user_id=me', undefined, token);
    for (const item of own.items) clientTeam.strict().parse(item);
    const refused = 'Client can only list teams for their own user. user_id must be either "me" or the ID of the current user';
    for (const query of ['', '?user_id=11111111-2222-4333-8444-555555555555']) {
      const answer = await test.call('client', 'GET', `/teams${query}`, undefined, token);
      expect([answer.status, answer.text]).toEqual([403, refused]);
    }
  });
});

describe('probes', () => {
  it('describes the credentials at the root', async () => {
    const welcome = 'Welcome to the Stack API endpoint! Please refer to the documentation at https://docs.stack-auth.com.\n\n';
    expect((await test.raw('GET', '/api/v1')).text).toBe(`${welcome}Authentication: None`);
    const client = await test.raw('GET', '/api/v1', test.headers('client', token));
    expect(client.text).toBe(`${welcome}Authentication: Client\n  Project: ${demoProjectId}\n  User: ada@analytical.example`);
    expect((await test.raw('GET', '/api/v1', test.headers('admin'))).text).toContain('Authentication: Admin');
    expect((await test.raw('GET', '/api/v1?x=1')).json.error).toBe(
      'Request validation failed on GET /api/v1:\n  - query contains unknown properties: x',
    );
  });

  it('returns its version', async () => {
    const check = (clientVersion: string) =>
      test.raw('POST', '/check-version', { 'content-type': 'application/json' }, JSON.stringify({ clientVersion }));
    expect((await check('2.8.4')).json).toEqual({ upToDate: true });
    expect((await check('99.0.0')).json).toEqual({
      upToDate: false,
      severe: true,
      error: expect.stringMatching(/the current version is v2\.8\.4\)\.$/),
    });
  });

  it('supports no feature', async () => {
    const ask = (body?: string) => test.raw('POST', '/check-feature-support', body ? { 'content-type': 'application/json' } : {}, body);
    expect((await ask('{"feature_name":"x"}')).text).toBe(
      'x is not yet supported. Please reach out to Stack support for more information.',
    );
    expect((await ask()).text).toMatch(/^This feature is not yet supported/);
  });
});
