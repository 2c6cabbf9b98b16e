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
