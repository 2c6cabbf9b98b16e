/** Permission definitions from 2.8.11 on (wire/newer 1, wire/endpoints 6.2 and 6.3). */
import { describe, expect, test } from 'vitest';
import { releaseScene } from '../release-scene';

describe.each([
  ['2.8.10', false],
  ['2.8.11', true],
])('on %s', (release, isLater) => {
  test('an update without description and contained permissions keeps or clears them', async () => {
    const { call } = await releaseScene(release);
    const body = { id: 'own', description: 'Kept', contained_permission_ids: ['$read_members'] };
    await call('admin', 'POST /team-permission-definitions', { body });
    const updated = await call('admin', 'PATCH /team-permission-definitions/own', { body: { id: 'renamed' } });
    expect(updated.json).toEqual(isLater ? { id: 'renamed', contained_permission_ids: [] } : { ...body, id: 'renamed' });
  });

  test('an update of an unknown definition fails or is refused', async () => {
    const { call } = await releaseScene(release);
    const { status, known } = await call('admin', 'PATCH /team-permission-definitions/unknown', { body: {} });
    expect([status, known]).toEqual(isLater ? [404, 'PERMISSION_NOT_FOUND'] : [500, null]);
  });

  test('a permission of the project can’t be granted in a team, and is named from 2.8.11 on', async () => {
    const { call } = await releaseScene(release);
    await call('admin', 'POST /project-permission-definitions', { body: { id: 'analyst' } });
    const [team] = (await call('server', 'GET /teams')).items;
    const [member] = (await call('server', `GET /team-member-profiles?team_id=${team?.id}`)).items;
    const grant = (id: string) => call('server', `POST /team-permissions/${team?.id}/${member?.user_id}/${id}`, { body: {} });
    const { status, known, details } = await grant('analyst');
    expect([status, known, details]).toEqual(
      isLater
        ? [404, 'WRONG_PERMISSION_SCOPE', { permission_id: 'analyst', expected_scope: 'team', actual_scope: 'project' }]
        : [404, 'PERMISSION_NOT_FOUND', { permission_id: 'analyst' }],
    );
    expect((await grant('unknown')).known).toBe('PERMISSION_NOT_FOUND');
  });

  test('a permission of teams can’t be granted in the project, and is named from 2.8.11 on', async () => {
    const { call } = await releaseScene(release);
    await call('admin', 'POST /team-permission-definitions', { body: { id: 'coach' } });
    const [user] = (await call('server', 'GET /users')).items;
    for (const id of ['coach', '$read_members']) {
      const { status, known, details } = await call('server', `POST /project-permissions/${user?.id}/${id}`, { body: {} });
      expect([status, known, details]).toEqual(
        isLater
          ? [404, 'WRONG_PERMISSION_SCOPE', { permission_id: id, expected_scope: 'project', actual_scope: 'team' }]
          : [404, 'PERMISSION_NOT_FOUND', { permission_id: id }],
      );
    }
    const granted = await call('server', `POST /project-permissions/${user?.id}/unknown`, { body: {} });
    const revoked = await call('server', `DELETE /project-permissions/${user?.id}/coach`);
    expect([granted.known, revoked.known]).toEqual(['PERMISSION_NOT_FOUND', 'PERMISSION_NOT_FOUND']);
  });
});

const unknownDefaults = { team_creator_default_permissions: [{ id: 'later' }], user_default_permissions: [{ id: 'nowhere' }] };
const defaultsOf = ({ json }: { readonly json: Readonly<Record<string, unknown>> }) => {
  const { team_creator_default_permissions: creator, user_default_permissions: user } = json.config as Record<string, unknown>;
  return { team_creator_default_permissions: creator, user_default_permissions: user };
};

describe('defaults that aren’t defined', () => {
  test.each(['2.8.11', '2.8.26', '2.8.27'])('fail on %s where they are granted (wire/endpoints 7)', async (release) => {
    const { call, signIn } = await releaseScene(release);
    const token = await signIn();
    const changed = await call('admin', 'PATCH /internal/projects/current', { body: { config: unknownDefaults } });
    expect([changed.status, defaultsOf(changed)]).toEqual([200, unknownDefaults]);
    const team = await call('client', 'POST /teams', { token, body: { display_name: 'T', creator_user_id: 'me' } });
    expect([team.status, team.known, team.details]).toEqual([404, 'PERMISSION_NOT_FOUND', { permission_id: 'later' }]);
    expect((await call('server', 'POST /teams', { body: { display_name: 'T' } })).status).toBe(201);
    const body = { email: 'a@x.example', password: 'Passw0rd', verification_callback_url: 'http://localhost:1/v' };
    expect((await call('client', 'POST /auth/password/sign-up', { body })).status).toBe(500);
    expect((await call('server', 'GET /users?query=a@x.example')).items).toEqual([]);
  });

  test('are left out of reads where they are part of the configuration, until they are defined (wire/later 7.4)', async () => {
    const { call, signIn } = await releaseScene('2.8.28');
    const token = await signIn();
    const changed = await call('admin', 'PATCH /internal/projects/current', { body: { config: unknownDefaults } });
    expect(defaultsOf(changed)).toEqual({ team_creator_default_permissions: [], user_default_permissions: [] });
    expect((await call('client', 'POST /teams', { token, body: { display_name: 'T', creator_user_id: 'me' } })).status).toBe(201);
    await call('admin', 'POST /team-permission-definitions', { body: { id: 'later' } });
    await call('admin', 'POST /team-permission-definitions', { body: { id: 'nowhere' } });
    expect(defaultsOf(await call('admin', 'GET /internal/projects/current'))).toEqual({
      team_creator_default_permissions: [{ id: 'later' }],
      user_default_permissions: [],
    });
  });
});

test('a renamed default stays one after another update of the project', async () => {
  const { call } = await releaseScene('2.8.86');
  const update = (config: object) => call('admin', 'PATCH /internal/projects/current', { body: { config } });
  await call('admin', 'POST /team-permission-definitions', { body: { id: 'first' } });
  await update({ team_creator_default_permissions: [{ id: 'first' }] });
  await call('admin', 'PATCH /team-permission-definitions/first', { body: { id: 'second' } });
  const { team_creator_default_permissions } = defaultsOf(await update({ sign_up_enabled: false }));
  expect(team_creator_default_permissions).toEqual([{ id: 'second' }]);
});
