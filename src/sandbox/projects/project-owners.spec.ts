import { beforeEach, describe, expect, it } from 'vitest';
import { adminProject } from '#contract/service/models/project-models.ts';
import { demoProjectId } from '../seed/seed-projects';
import { findProject } from '../stores/project-store';
import { updateUser } from '../stores/user-store';
import { type Owner, signInOwner } from '../testing/example-scene';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let owner: Owner;
beforeEach(async () => {
  test = await createTestSandbox();
  owner = await signInOwner(test);
});

const create = (body: unknown) => owner.internal('POST', '/internal/projects', body);
const idsOf = async () => (await owner.internal('GET', '/internal/projects')).items.map(({ id }) => id);

describe('an owner’s projects', () => {
  it('are listed as admin objects, newest first', async () => {
    test.clock.advance(1000);
    const first = await create({ display_name: 'One' });
    const second = await create({ display_name: 'Two' });
    const answer = await owner.internal('GET', '/internal/projects');
    expect(answer.json.is_paginated).toBe(false);
    expect(answer.items.map(({ id }) => id).slice(0, 2)).toEqual([second.json.id, first.json.id]);
    expect(answer.items.map(({ id }) => id)).toContain(demoProjectId);
    for (const item of answer.items) adminProject.strict().parse(item);
  });

  it('start with the defaults and the sent fields', async () => {
    const answer = await create({ display_name: 'New Project' });
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      display_name: 'New Project',
      description: '',
      created_at_millis: test.clock.now(),
      user_count: 0,
      is_production_mode: false,
      config: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        allow_localhost: true,
        sign_up_enabled: true,
        credential_enabled: true,
        magic_link_enabled: false,
        passkey_enabled: false,
        client_team_creation_enabled: false,
        client_user_deletion_enabled: false,
        allow_user_api_keys: false,
        allow_team_api_keys: false,
        create_team_on_sign_up: false,
        oauth_providers: [],
        enabled_oauth_providers: [],
        domains: [],
        email_config: { type: 'shared' },
        team_creator_default_permissions: [{ id: 'admin' }],
        team_member_default_permissions: [{ id: 'member' }],
        user_default_permissions: [],
        oauth_account_merge_strategy: 'link_method',
      },
    });
    const said = await create({ display_name: 'P', description: 'd', is_production_mode: true, config: { passkey_enabled: true } });
    expect(said.json).toMatchObject({
      description: 'd',
      is_production_mode: true,
      config: { passkey_enabled: true, sign_up_enabled: true },
    });
  });

  it('are accessible to the owner without keys, and to no other user', async () => {
    const { json } = await create({ display_name: 'Mine' });
    const id = String(json.id);
    expect((await owner.owned('admin', 'GET', '/internal/api-keys', undefined, id)).items).toEqual([]);
    expect((await owner.owned('server', 'GET', '/users', undefined, id)).items).toEqual([]);
    expect((await owner.owned('client', 'GET', '/projects/current', undefined, id)).json).not.toHaveProperty('description');
    const own = test.store.one<{ key: number }>("SELECT key FROM users WHERE server_metadata LIKE '%managedProjectIds%'");
    updateUser(test.store, own?.key ?? 0, { server_metadata: JSON.stringify({ managedProjectIds: 'none' }) });
    expect((await owner.owned('admin', 'GET', '/projects/current', undefined, id)).json.code).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
    expect(await idsOf()).toEqual([]);
  });

  it('accept a user’s token of the project with the owner’s', async () => {
    const user = await test.signIn();
    const answer = await test.raw('GET', '/users/me', {
      'x-stack-project-id': demoProjectId,
      'x-stack-access-type': 'server',
      'x-stack-admin-access-token': owner.token,
      'x-stack-access-token': user.access_token,
      'x-stack-secret-server-key': 'ssk_wrong',
    });
    expect([answer.status, answer.json.id]).toEqual([200, user.user_id]);
    expect(answer.json).toHaveProperty('server_metadata');
  });

  it('are removed from the list when deleted, keeping other metadata', async () => {
    const before = await idsOf();
    const { json } = await create({ display_name: 'Short-lived' });
    const id = String(json.id);
    test.store.run("UPDATE users SET server_metadata = json_set(server_metadata, '$.note', 'x') WHERE server_metadata IS NOT NULL");
    const gone = await owner.owned('admin', 'DELETE', '/projects/current', undefined, id);
    expect([gone.status, gone.json]).toEqual([200, { success: true }]);
    expect(findProject(test.store, id)).toBeUndefined();
    expect(await idsOf()).toEqual(before);
    const metadata = test.store.all<{ text: string }>("SELECT server_metadata AS text FROM users WHERE server_metadata LIKE '%note%'");
    expect(metadata.map(({ text }) => JSON.parse(text))).toContainEqual({ managedProjectIds: expect.any(Array), note: 'x' });
    expect((await owner.owned('admin', 'GET', '/projects/current', undefined, id)).json.code).toBe('ADMIN_ACCESS_TOKEN_IS_NOT_ADMIN');
  });

  it('are deleted with their users, teams and keys', async () => {
    const user = await test.signIn();
    expect((await test.call('admin', 'DELETE', '/projects/current')).json).toEqual({ success: true });
    for (const table of ['users', 'teams', 'api_key_sets', 'contact_channels', 'sessions']) {
      const left = test.store.one<{ count: number }>(`SELECT count(*) AS count FROM ${table} WHERE project = ?`, [test.project.key]);
      expect([table, left?.count]).toEqual([table, 0]);
    }
    expect((await test.call('admin', 'GET', '/projects/current')).json.code).toBe('INVALID_SUPER_SECRET_ADMIN_KEY');
    expect((await test.raw('GET', '/users/me', test.headers('client', user.access_token))).json.code).toBe('UNPARSABLE_ACCESS_TOKEN');
  });
});

describe('rejected requests', () => {
  it.each(['GET', 'POST'])('rejects %s without a user', async (method) => {
    const answer = await owner.internal(method, '/internal/projects', method === 'POST' ? { display_name: 'x' } : undefined, null);
    expect([answer.status, answer.json.code]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED']);
  });

  it.each(['GET', 'POST'])('rejects %s on another project', async (method) => {
    const { access_token } = await test.signIn();
    const answer = await test.call(
      'client',
      method,
      '/internal/projects',
      method === 'POST' ? { display_name: 'x' } : undefined,
      access_token,
    );
    expect([answer.status, answer.json.code]).toEqual([401, 'EXPECTED_INTERNAL_PROJECT']);
  });

  it.each<[unknown, string]>([
    [{}, 'body.display_name must be defined'],
    [{ display_name: 'x', owner_team_id: demoProjectId }, 'body contains unknown properties: owner_team_id'],
    [{ display_name: 'x', id: 'x' }, 'body contains unknown properties: id'],
  ])('%j', async (body, line) => {
    expect((await create(body)).json.error).toContain(line);
  });

  it('creates no project with invalid settings', async () => {
    const before = await idsOf();
    const config = { user_default_permissions: [{ id: 'nope' }] };
    expect((await create({ display_name: 'x', config })).text).toBe('Invalid user default permission ids: nope');
    expect(await idsOf()).toEqual(before);
    expect(test.store.one<{ count: number }>('SELECT count(*) AS count FROM projects WHERE display_name = ?', ['x'])?.count).toBe(0);
  });
});
