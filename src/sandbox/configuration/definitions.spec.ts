/** Permission definitions as keys of the configuration, and back (wire/later 7.4: rbac.permissions). */
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { type ReleaseScene, release2886, releaseScene } from '../testing/release-scene';

let scene: ReleaseScene;
beforeEach(async () => {
  scene = await releaseScene(release2886);
});

type Row = { readonly project: number; readonly level: string; readonly override: string };
type Level = 'branch' | 'environment';
type Entry = { readonly description?: string; readonly scope: string; readonly containedPermissionIds: Readonly<Record<string, boolean>> };

const path = '/internal/config/override';
const patch = (level: Level, override: object) =>
  scene.call('admin', `PATCH ${path}/${level}`, { body: { config_override_string: JSON.stringify(override) } });
const textOf = async (call: `GET /${string}`, owner = {}) =>
  JSON.parse(String((await scene.call('admin', call, owner)).json.config_string));
const rendered = async (): Promise<Readonly<Record<string, Entry>>> => (await textOf('GET /internal/config')).rbac.permissions;
const listed = async (kind: string) =>
  (await scene.call('admin', `GET /${kind}-permission-definitions`)).items.filter(({ id }) => !String(id).startsWith('$'));

describe('the permissions of a project', () => {
  it('are keys of its configuration', async () => {
    const permissions = await rendered();
    expect(Object.keys(permissions).sort()).toEqual(
      [...(await listed('team')), ...(await listed('project'))].map(({ id }) => String(id)).sort(),
    );
    expect(permissions.team_member).toEqual({
      description: 'Default permission for team members',
      scope: 'team',
      containedPermissionIds: { $invite_members: true, $read_members: true },
    });
  });

  it('are changed by the calls for definitions, at level environment', async () => {
    const create = (kind: string, body: object) => scene.call('admin', `POST /${kind}-permission-definitions`, { body });
    await create('project', { id: 'p1' });
    await create('project', { id: 'p2', description: 'd', contained_permission_ids: ['p1'] });
    expect(await rendered()).toMatchObject({
      p1: { scope: 'project', containedPermissionIds: {} },
      p2: { description: 'd', scope: 'project', containedPermissionIds: { p1: true } },
    });
    expect((await textOf(`GET ${path}/environment`))['rbac.permissions.p1']).toEqual({ scope: 'project', containedPermissionIds: {} });
    await scene.call('admin', 'PATCH /project-permission-definitions/p1', { body: { id: 'p3' } });
    expect(await rendered()).toMatchObject({ p3: { scope: 'project' }, p2: { containedPermissionIds: { p3: true } } });
    expect(await rendered()).not.toHaveProperty('p1');
    await scene.call('admin', 'DELETE /project-permission-definitions/p3');
    expect((await rendered()).p2?.containedPermissionIds).toEqual({});
    expect(await rendered()).not.toHaveProperty('p3');
  });
});

describe('a key of the configuration', () => {
  it('defines a permission, which can be granted', async () => {
    const entry = {
      description: 'Coaches',
      scope: 'team',
      containedPermissionIds: { $read_members: true, $invite_members: false, gone: true },
    };
    expect((await patch('branch', { 'rbac.permissions.coach': entry })).json).toEqual({ success: true });
    expect(await listed('team')).toContainEqual({ id: 'coach', description: 'Coaches', contained_permission_ids: ['$read_members'] });
    const [team] = (await scene.call('server', 'GET /teams')).items;
    const [member] = (await scene.call('server', `GET /team-member-profiles?team_id=${team?.id}`)).items;
    const grant = await scene.call('server', `POST /team-permissions/${team?.id}/${member?.user_id}/coach`, { body: {} });
    expect(grant.status).toBe(201);
    await patch('branch', { 'rbac.permissions.coach.description': 'Trains' });
    const held = await scene.call('server', 'GET /team-permissions?permission_id=coach');
    expect([(await listed('team')).find(({ id }) => id === 'coach')?.description, held.items]).toEqual(['Trains', [grant.json]]);
  });

  it('of null deletes it, until the key is reset', async () => {
    const entry = { scope: 'project', containedPermissionIds: {} };
    await patch('branch', { 'rbac.permissions.tester': entry });
    await scene.call('admin', 'DELETE /project-permission-definitions/tester');
    expect((await listed('project')).some(({ id }) => id === 'tester')).toBe(false);
    await scene.call('admin', `POST ${path}/environment/reset-keys`, { body: { keys: ['rbac.permissions.tester'] } });
    expect(await listed('project')).toContainEqual({ id: 'tester', contained_permission_ids: [] });
  });

  it.each([
    ['without a scope', { 'rbac.permissions.half': { description: 'd' } }],
    ['with an ID that no permission has', { rbac: { permissions: { $update_team: { scope: 'team' } } } }],
  ])('%s defines none', async (_what, override) => {
    const before = [await listed('team'), await listed('project')];
    expect((await patch('branch', override)).status).toBe(200);
    expect([await listed('team'), await listed('project')]).toEqual(before);
  });
});

describe('a new project', () => {
  const createProject = async (release: string, config: object = {}) => {
    scene = await releaseScene(release);
    const own = { token: await scene.signIn('internal'), project: 'internal' };
    const owner_team_id = (await scene.call('client', 'GET /teams?user_id=me', own)).items[0]?.id;
    const { json } = await scene.call('client', 'POST /internal/projects', {
      ...own,
      body: { display_name: 'New', owner_team_id, config },
    });
    return { project: String(json.id), headers: { 'x-stack-admin-access-token': own.token } };
  };
  const permissions = {
    'rbac.permissions.team_member': {
      description: 'Default permission for team members',
      scope: 'team',
      containedPermissionIds: { $invite_members: true, $read_members: true },
    },
    'rbac.permissions.team_admin': { description: 'Default permission for team admins', scope: 'team' },
    'rbac.defaultPermissions.teamCreator': { team_admin: true },
    'rbac.defaultPermissions.teamMember': { team_member: true },
  };

  it('stores what differs from the defaults at level environment', async () => {
    const stored = await textOf(`GET ${path}/environment`, await createProject(release2886));
    expect(stored).toMatchObject({
      'auth.password.allowSignIn': true,
      'domains.allowLocalhost': true,
      ...permissions,
      'apps.installed.authentication': { enabled: true },
      'apps.installed.emails': { enabled: true },
    });
    expect(stored).not.toHaveProperty(['auth.allowSignUp']);
  });

  it('shows keys of its branch that creating it left out', async () => {
    const owner = await createProject(release2886, { magic_link_enabled: true });
    const override = { config_override_string: JSON.stringify({ 'auth.allowSignUp': false, 'auth.otp.allowSignIn': false }) };
    await scene.call('admin', `PATCH ${path}/branch`, { ...owner, body: override });
    const { config } = (await scene.call('admin', 'GET /internal/projects/current', owner)).json;
    expect(config).toMatchObject({ sign_up_enabled: false, magic_link_enabled: true });
  });
});

it('of data without them is written when the data is opened', async () => {
  const folder = await temporaryFolder();
  scene = await releaseScene(release2886, { folder });
  const before = [await listed('team'), await rendered()];
  const { store } = scene.sandbox;
  for (const { project, level, override } of store.all<Row>('SELECT * FROM config_overrides')) {
    const kept = Object.entries(JSON.parse(override)).filter(([key]) => !key.startsWith('rbac.permissions.'));
    const text = JSON.stringify(Object.fromEntries(kept));
    store.run('UPDATE config_overrides SET override = ? WHERE project = ? AND level = ?', [text, project, level]);
  }
  store.close();
  scene = await releaseScene(release2886, { folder });
  expect([await listed('team'), await rendered()]).toEqual(before);
  scene.sandbox.store.close();
});
