import { beforeEach, describe, expect, it } from 'vitest';
import type { SignedIn } from '../sessions/access-tokens';
import { createTeamScene, type TeamScene, unknownId } from '../testing/team-scene';

let scene: TeamScene;

beforeEach(async () => {
  scene = await createTeamScene();
});

const path = (team: string, user: string) => `/team-memberships/${team}/${user}`;
const add = (team: string, user: string, token?: string) => scene.call('server', 'POST', path(team, user), {}, token);
const remove = (team: string, user: string, who?: SignedIn) =>
  scene.call('client', 'DELETE', path(team, user), undefined, who?.access_token);
const held = async (team: string, user: string) =>
  (await scene.call('server', 'GET', `/team-permissions?team_id=${team}&user_id=${user}`)).items.map(({ id }) => id);

describe('adding', () => {
  it('grants the default permissions of members', async () => {
    const { status, json } = await add(scene.looms, scene.charles.user_id);
    expect([status, json]).toEqual([201, { team_id: scene.looms, user_id: scene.charles.user_id }]);
    expect(await held(scene.looms, scene.charles.user_id)).toEqual(['member']);
    expect((await add(scene.looms, 'me', scene.ada.access_token)).json.user_id).toBe(scene.ada.user_id);
  });

  it('requires a user, a team, a new member, and server access', async () => {
    expect((await add(unknownId, unknownId)).json.code).toBe('USER_NOT_FOUND');
    expect((await add(unknownId, scene.ada.user_id)).json.code).toBe('TEAM_NOT_FOUND');
    const twice = await add(scene.engines, scene.ada.user_id);
    expect([twice.status, twice.json.code]).toEqual([409, 'TEAM_MEMBERSHIP_ALREADY_EXISTS']);
    expect((await add(scene.looms, 'me')).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const client = await scene.call('client', 'POST', path(scene.looms, 'me'), {}, scene.ada.access_token);
    expect(client.json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it.each([
    ['no body', undefined, 'body must be defined'],
    ['fields', { role: 'admin' }, 'body contains unknown properties: role'],
  ])('is rejected with %s', async (_what, body, line) => {
    expect((await scene.call('server', 'POST', path(scene.looms, scene.ada.user_id), body)).json.error).toContain(`\n  - ${line}`);
  });
});

describe('removing', () => {
  it('is always possible for oneself, and ends permissions and selection', async () => {
    expect((await remove(scene.engines, 'me', scene.charles)).json).toEqual({ success: true });
    expect(await held(scene.engines, scene.charles.user_id)).toEqual([]);
    expect((await remove(scene.engines, scene.charles.user_id, scene.charles)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await remove(scene.engines, 'me', scene.ada)).status).toBe(200);
    expect((await scene.call('server', 'GET', `/users/${scene.ada.user_id}`)).json.selected_team).toBeNull();
  });

  it('of others requires $remove_members', async () => {
    const refused = await remove(scene.engines, scene.ada.user_id, scene.charles);
    expect([refused.status, refused.json]).toMatchObject([
      401,
      { code: 'TEAM_PERMISSION_REQUIRED', details: { permission_id: '$remove_members', user_id: scene.charles.user_id } },
    ]);
    expect((await remove(scene.engines, scene.charles.user_id)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await remove(scene.looms, scene.ada.user_id, scene.charles)).json).toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { user_id: scene.charles.user_id },
    });
    expect((await remove(scene.engines, scene.charles.user_id, scene.ada)).status).toBe(200);
  });

  it('by servers requires a user and a membership', async () => {
    const drop = (team: string, user: string) => scene.call('server', 'DELETE', path(team, user), {});
    expect((await drop(unknownId, unknownId)).json.code).toBe('USER_NOT_FOUND');
    expect((await drop(unknownId, scene.ada.user_id)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await drop(scene.engines, scene.ada.user_id)).json).toEqual({ success: true });
  });
});
