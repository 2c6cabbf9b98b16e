import { beforeEach, describe, expect, it } from 'vitest';
import { permissionDefinition } from '#contract/service/models/team-models.ts';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
beforeEach(async () => {
  test = await createTestSandbox();
});

const call = (method: string, path: string, body?: unknown) => test.call('admin', method, path, body);
const builtIns = ['$delete_team', '$invite_members', '$manage_api_keys', '$read_members', '$remove_members', '$update_team'];
const idsOf = async (kind: string) => (await call('GET', `/${kind}-permission-definitions`)).items.map(({ id }) => id);

describe('lists', () => {
  it('are sorted, and include the six built-in ones for teams', async () => {
    const { json, items } = await call('GET', '/team-permission-definitions');
    const definitions = items.map((item) => permissionDefinition.strict().parse(item));
    const ids = definitions.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
    expect([ids.slice(0, 6), json.is_paginated]).toEqual([builtIns, false]);
    expect(definitions[0]).toEqual({ id: '$delete_team', description: 'Delete the team', contained_permission_ids: [] });
    expect(definitions.find(({ id }) => id === 'admin')).toEqual({
      id: 'admin',
      description: 'Default permission for team creators',
      contained_permission_ids: builtIns,
    });
    expect(definitions.find(({ id }) => id === 'member')?.contained_permission_ids).toEqual(['$invite_members', '$read_members']);
  });

  it('of the project contain only its own', async () => {
    expect(await idsOf('project')).toEqual(['analyst', 'beta_tester', 'reports:export', 'reports:read']);
  });

  it('of a new project contain the default definitions', async () => {
    test = await createTestSandbox({ seed: 'empty' });
    expect(await idsOf('team')).toEqual([...builtIns, 'admin', 'member']);
    expect(await idsOf('project')).toEqual([]);
  });

  it('require admin access', async () => {
    for (const kind of ['team', 'project']) {
      expect((await test.call('server', 'GET', `/${kind}-permission-definitions`)).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    }
  });
});

describe.each(['team', 'project'])('a definition of a %s', (kind) => {
  const path = `/${kind}-permission-definitions`;

  it('is created, contains what exists, and is listed', async () => {
    expect((await call('POST', path, { id: 'p1' })).json).toEqual({ id: 'p1', contained_permission_ids: [] });
    const { status, json } = await call('POST', path, { id: 'p2', description: '', contained_permission_ids: ['p1', 'p1'] });
    expect([status, json]).toEqual([201, { id: 'p2', description: '', contained_permission_ids: ['p1'] }]);
    expect((await call('GET', path)).items).toContainEqual(json);
  });

  it('keeps missing fields in an update', async () => {
    await call('POST', path, { id: 'p1' });
    await call('POST', path, { id: 'p2', description: 'd', contained_permission_ids: ['p1'] });
    expect((await call('PATCH', `${path}/p2`, {})).json).toEqual({ id: 'p2', description: 'd', contained_permission_ids: ['p1'] });
    expect((await call('PATCH', `${path}/p2`, { description: 'e' })).json).toMatchObject({
      description: 'e',
      contained_permission_ids: ['p1'],
    });
    expect((await call('PATCH', `${path}/p2`, { contained_permission_ids: [] })).json).toMatchObject({ contained_permission_ids: [] });
  });

  it('can contain itself and others in a cycle, but no unknown ones', async () => {
    await call('POST', path, { id: 'p1' });
    await call('POST', path, { id: 'p2', contained_permission_ids: ['p1'] });
    expect((await call('PATCH', `${path}/p1`, { contained_permission_ids: ['p2', 'p1'] })).json.contained_permission_ids).toEqual([
      'p1',
      'p2',
    ]);
    for (const missing of ['p4', kind === 'team' ? 'analyst' : 'member', kind === 'team' ? 'p3' : '$read_members']) {
      for (const [method, target] of [['POST', path] as const, ['PATCH', `${path}/p1`] as const]) {
        const { status, json } = await call(method, target, { id: 'p3', contained_permission_ids: ['p1', missing] });
        expect([status, json]).toMatchObject([400, { code: 'CONTAINED_PERMISSION_NOT_FOUND', details: { permission_id: missing } }]);
      }
    }
    expect(await idsOf(kind)).not.toContain('p3');
  });

  it('has an ID that is unique across scopes', async () => {
    await call('POST', path, { id: 'p1' });
    for (const taken of ['p1', 'member', 'analyst']) {
      const { status, json } = await call('POST', path, { id: taken });
      expect([status, json]).toMatchObject([400, { code: 'PERMISSION_ID_ALREADY_EXISTS', details: { permission_id: taken } }]);
    }
    expect((await call('PATCH', `${path}/p1`, { id: 'analyst' })).json.code).toBe('PERMISSION_ID_ALREADY_EXISTS');
    expect((await call('PATCH', `${path}/p1`, { id: 'p1' })).status).toBe(200);
  });

  it('is unknown under the other scope and among the built-in ones', async () => {
    for (const id of ['none', kind === 'team' ? 'analyst' : 'member', '$read_members']) {
      expect((await call('DELETE', `${path}/${id}`)).json).toMatchObject({ code: 'PERMISSION_NOT_FOUND', details: { permission_id: id } });
      expect((await call('PATCH', `${path}/${id}`, { description: 'x' })).status).toBe(500);
    }
  });

  it.each<[string, unknown, string]>([
    ['no id', {}, 'body.id must be defined'],
    ['an id of built-in ones', { id: '$read_members' }, 'Only lowercase letters, numbers, ":", "_" are allowed'],
    ['an empty id', { id: '' }, 'Only lowercase letters, numbers, ":", "_" are allowed'],
    ['capitals', { id: 'Admin' }, 'Only lowercase letters, numbers, ":", "_" are allowed'],
    ['a null description', { id: 'p', description: null }, 'body.description cannot be null'],
    ['one id for a list', { id: 'p', contained_permission_ids: 'q' }, 'body.contained_permission_ids must be a `array` type'],
    ['unknown fields', { id: 'p', scope: 'team' }, 'body contains unknown properties: scope'],
    ['an unknown built-in permission', { id: 'p', contained_permission_ids: ['$x'] }, 'body.contained_permission_ids[0] must be one of'],
  ])('is rejected with %s', async (_what, body, line) => {
    const { json } = await call('POST', path, body);
    expect([json.code, json.error]).toEqual(['SCHEMA_ERROR', expect.stringContaining(`\n  - ${line}`)]);
  });
});

describe('a new id', () => {
  it('keeps grants, containments and defaults', async () => {
    const before = (await test.call('server', 'GET', '/team-permissions?permission_id=member')).items.length;
    expect((await call('PATCH', '/team-permission-definitions/member', { id: 'team_member' })).json.id).toBe('team_member');
    expect((await test.call('server', 'GET', '/team-permissions?permission_id=team_member')).items).toHaveLength(before);
    const editor = (await call('GET', '/team-permission-definitions')).items.find(({ id }) => id === 'editor');
    expect(editor?.contained_permission_ids).toEqual(['$update_team', 'team_member']);
    const { json } = await call('GET', '/projects/current');
    expect(json.config).toMatchObject({ team_member_default_permissions: [{ id: 'team_member' }] });
  });
});

describe('a deleted definition', () => {
  it('is removed from grants, definitions and defaults', async () => {
    expect((await call('DELETE', '/team-permission-definitions/member')).json).toEqual({ success: true });
    expect((await test.call('server', 'GET', '/team-permissions?permission_id=member')).items).toEqual([]);
    const editor = (await call('GET', '/team-permission-definitions')).items.find(({ id }) => id === 'editor');
    expect(editor?.contained_permission_ids).toEqual(['$update_team']);
    expect(
      test.store.one('SELECT 1 FROM team_grants g LEFT JOIN permissions p ON p.key = g.permission WHERE p.key IS NULL'),
    ).toBeUndefined();
    expect((await call('GET', '/projects/current')).json.config).toMatchObject({ team_member_default_permissions: [] });
    expect((await call('DELETE', '/team-permission-definitions/member')).status).toBe(404);
  });
});
