import { beforeEach, describe, expect, it } from 'vitest';
import { clientMemberProfile, serverMemberProfile } from '#contract/service/models/team-models.ts';
import type { SignedIn } from '../sessions/access-tokens';
import { createTeamScene, type TeamScene, unknownId } from '../testing/team-scene';

let scene: TeamScene;

beforeEach(async () => {
  scene = await createTeamScene();
});

const client = (method: string, path: string, body?: unknown, who: SignedIn | null = scene.ada) =>
  scene.call('client', method, `/team-member-profiles${path}`, body, who?.access_token);
const server = (method: string, path: string, body?: unknown) => scene.call('server', method, `/team-member-profiles${path}`, body);
/** Revokes all permissions of a member. */
const takeRights = () => scene.call('server', 'DELETE', `/team-permissions/${scene.engines}/${scene.charles.user_id}/member`);

describe('profiles', () => {
  it('are listed in joining order, with the user for servers', async () => {
    const own = (await client('GET', `?team_id=${scene.engines}`)).items.map((item) => clientMemberProfile.strict().parse(item));
    const wide = (await server('GET', `?team_id=${scene.engines}`)).items.map((item) => serverMemberProfile.strict().parse(item));
    expect(wide.map(({ user: _user, ...profile }) => profile)).toEqual(own);
    for (const { user, user_id } of wide) expect(user.id).toBe(user_id);
    const joined = scene.store.all<{ id: string }>(
      'SELECT u.id FROM memberships m JOIN users u ON u.key = m.user JOIN teams t ON t.key = m.team WHERE t.id = ? ORDER BY joined_at',
      [scene.engines],
    );
    expect(own.map(({ user_id }) => user_id)).toEqual(joined.map(({ id }) => id));
    expect(own).toHaveLength(8);
  });

  it('are listed across teams for servers, or for one user', async () => {
    expect((await server('GET', '')).items).toHaveLength(16);
    expect((await server('GET', `?user_id=${scene.charles.user_id}`)).items).toHaveLength(3);
    expect((await server('GET', `?user_id=${scene.charles.user_id}&team_id=${scene.engines}`)).items).toHaveLength(1);
    expect((await server('GET', `?team_id=${unknownId}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', `?user_id=${unknownId}`)).json.code).toBe('USER_NOT_FOUND');
  });

  it('are listed with the permission, the user’s own always', async () => {
    const without = await client('GET', '?user_id=me');
    expect([without.status, without.text]).toEqual([400, 'team_id is required for access type client']);
    expect((await client('GET', `?team_id=${scene.engines}`, undefined, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('GET', `?team_id=${scene.looms}`)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    await takeRights();
    for (const query of ['', `&user_id=${scene.ada.user_id}`]) {
      expect((await client('GET', `?team_id=${scene.engines}${query}`, undefined, scene.charles)).json).toMatchObject({
        code: 'TEAM_PERMISSION_REQUIRED',
        details: { permission_id: '$read_members' },
      });
    }
    expect((await client('GET', `?team_id=${scene.engines}&user_id=me`, undefined, scene.charles)).items).toMatchObject([
      { user_id: scene.charles.user_id },
    ]);
  });

  it('are read one by one under the same rule', async () => {
    const path = `/${scene.engines}/${scene.ada.user_id}`;
    expect(clientMemberProfile.strict().parse((await client('GET', path, undefined, scene.charles)).json).display_name).toBe(
      'Countess of Lovelace',
    );
    expect(serverMemberProfile.strict().parse((await server('GET', path)).json).user.display_name).toBe('Ada Lovelace');
    await takeRights();
    expect((await client('GET', path, undefined, scene.charles)).json.code).toBe('TEAM_PERMISSION_REQUIRED');
    expect((await client('GET', `/${scene.engines}/me`, undefined, scene.charles)).status).toBe(200);
    expect((await client('GET', `/${scene.looms}/me`)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await client('GET', `/${scene.engines}/${unknownId}`)).json).toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { user_id: unknownId },
    });
    expect((await server('GET', `/${unknownId}/${unknownId}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', `/${scene.engines}/${unknownId}`)).json.code).toBe('USER_NOT_FOUND');
    expect((await server('GET', `/${scene.looms}/${scene.ada.user_id}`)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
  });
});

describe('a profile', () => {
  it('has the user’s name and image until it is changed', async () => {
    const mine = async () => (await client('GET', `/${scene.engines}/me`, undefined, scene.charles)).json;
    await scene.call('server', 'PATCH', `/users/${scene.charles.user_id}`, {
      display_name: 'C. B.',
      profile_image_url: 'https://a.example/own.png',
    });
    expect(await mine()).toMatchObject({ display_name: 'C. B.', profile_image_url: 'https://a.example/own.png' });
    const image = 'https://a.example/team.png';
    const { json } = await client('PATCH', `/${scene.engines}/me`, { display_name: '', profile_image_url: image }, scene.charles);
    expect(json).toEqual({ team_id: scene.engines, user_id: scene.charles.user_id, display_name: '', profile_image_url: image });
    await client('PATCH', `/${scene.engines}/${scene.charles.user_id}`, { profile_image_url: null }, scene.charles);
    expect(await mine()).toMatchObject({ display_name: '', profile_image_url: 'https://a.example/own.png' });
    expect((await client('PATCH', `/${scene.engines}/me`, {}, scene.charles)).json).toEqual(await mine());
  });

  it('is only changed by its user or a server', async () => {
    const other = await client('PATCH', `/${scene.engines}/${scene.charles.user_id}`, { display_name: 'X' });
    expect([other.status, other.text]).toEqual([403, "Cannot update another user's profile"]);
    expect((await client('PATCH', `/${scene.engines}/${scene.ada.user_id}`, {}, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('PATCH', `/${scene.looms}/me`, {})).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    const changed = await server('PATCH', `/${scene.engines}/${scene.charles.user_id}`, { display_name: 'X' });
    expect(changed.json).toMatchObject({ display_name: 'X', user: { display_name: 'Charles Babbage' } });
    expect((await server('PATCH', `/${unknownId}/${scene.charles.user_id}`, {})).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('PATCH', `/${scene.engines}/${unknownId}`, {})).json.code).toBe('USER_NOT_FOUND');
  });

  it.each<[string, unknown, string]>([
    ['a null name', { display_name: null }, 'body.display_name cannot be null'],
    ['an image that is no address', { profile_image_url: 'me.png' }, 'body.profile_image_url is not a valid URL'],
    [
      'an image beyond measure',
      { profile_image_url: `data:image/png;base64,${'A'.repeat(1_000_000)}` },
      'body.profile_image_url must be at most',
    ],
    ['unknown fields', { role: 'admin' }, 'body contains unknown properties: role'],
  ])('isn’t changed with %s', async (_what, body, line) => {
    expect((await client('PATCH', `/${scene.engines}/me`, body)).json.error).toContain(`\n  - ${line}`);
  });
});
