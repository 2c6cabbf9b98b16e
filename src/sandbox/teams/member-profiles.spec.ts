import { beforeEach, describe, expect, it } from 'vitest';
import { clientMemberProfile, serverMemberProfile } from '../../contract/service/models/team-models';
import { demoAccounts } from '../seed/seed-named-users';
import type { SignedIn } from '../sessions/access-tokens';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

const nobody = '00000000-0000-4000-8000-000000000001';

let test: TestSandbox;
let ada: SignedIn;
let charles: SignedIn;
let engines: string;
let looms: string;

beforeEach(async () => {
  test = await createTestSandbox();
  ada = await test.signIn();
  charles = await test.signIn(demoAccounts[2]);
  const teams = (await test.call('server', 'GET', '/teams')).items;
  engines = String(teams[0]?.id);
  looms = String(teams[5]?.id);
});

const client = (method: string, path: string, body?: unknown, who: SignedIn | null = ada) =>
  test.call('client', method, `/team-member-profiles${path}`, body, who?.access_token);
const server = (method: string, path: string, body?: unknown) => test.call('server', method, `/team-member-profiles${path}`, body);
/** Revokes all permissions of a member. */
const takeRights = () => test.call('server', 'DELETE', `/team-permissions/${engines}/${charles.user_id}/member`);

describe('profiles', () => {
  it('are listed in joining order, with the user for servers', async () => {
    const own = (await client('GET', `?team_id=${engines}`)).items.map((item) => clientMemberProfile.strict().parse(item));
    const wide = (await server('GET', `?team_id=${engines}`)).items.map((item) => serverMemberProfile.strict().parse(item));
    expect(wide.map(({ user: _user, ...profile }) => profile)).toEqual(own);
    for (const { user, user_id } of wide) expect(user.id).toBe(user_id);
    const joined = test.store.all<{ id: string }>(
      'SELECT u.id FROM memberships m JOIN users u ON u.key = m.user JOIN teams t ON t.key = m.team WHERE t.id = ? ORDER BY joined_at',
      [engines],
    );
    expect(own.map(({ user_id }) => user_id)).toEqual(joined.map(({ id }) => id));
    expect(own).toHaveLength(8);
  });

  it('are listed across teams for servers, or for one user', async () => {
    expect((await server('GET', '')).items).toHaveLength(16);
    expect((await server('GET', `?user_id=${charles.user_id}`)).items).toHaveLength(3);
    expect((await server('GET', `?user_id=${charles.user_id}&team_id=${engines}`)).items).toHaveLength(1);
    expect((await server('GET', `?team_id=${nobody}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', `?user_id=${nobody}`)).json.code).toBe('USER_NOT_FOUND');
  });

  it('are listed with the permission, the user’s own always', async () => {
    const without = await client('GET', '?user_id=me');
    expect([without.status, without.text]).toEqual([400, 'team_id is required for access type client']);
    expect((await client('GET', `?team_id=${engines}`, undefined, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('GET', `?team_id=${looms}`)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    await takeRights();
    for (const query of ['', `&user_id=${ada.user_id}`]) {
      expect((await client('GET', `?team_id=${engines}${query}`, undefined, charles)).json).toMatchObject({
        code: 'TEAM_PERMISSION_REQUIRED',
        details: { permission_id: '$read_members' },
      });
    }
    expect((await client('GET', `?team_id=${engines}&user_id=me`, undefined, charles)).items).toMatchObject([{ user_id: charles.user_id }]);
  });

  it('are read one by one under the same rule', async () => {
    const path = `/${engines}/${ada.user_id}`;
    expect(clientMemberProfile.strict().parse((await client('GET', path, undefined, charles)).json).display_name).toBe(
      'Countess of Lovelace',
    );
    expect(serverMemberProfile.strict().parse((await server('GET', path)).json).user.display_name).toBe('Ada Lovelace');
    await takeRights();
    expect((await client('GET', path, undefined, charles)).json.code).toBe('TEAM_PERMISSION_REQUIRED');
    expect((await client('GET', `/${engines}/me`, undefined, charles)).status).toBe(200);
    expect((await client('GET', `/${looms}/me`)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await client('GET', `/${engines}/${nobody}`)).json).toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { user_id: nobody },
    });
    expect((await server('GET', `/${nobody}/${nobody}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', `/${engines}/${nobody}`)).json.code).toBe('USER_NOT_FOUND');
    expect((await server('GET', `/${looms}/${ada.user_id}`)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
  });
});

describe('a profile', () => {
  it('has the user’s name and image until it is changed', async () => {
    const mine = async () => (await client('GET', `/${engines}/me`, undefined, charles)).json;
    await test.call('server', 'PATCH', `/users/${charles.user_id}`, {
      display_name: 'C. B.',
      profile_image_url: 'https://a.example/own.png',
    });
    expect(await mine()).toMatchObject({ display_name: 'C. B.', profile_image_url: 'https://a.example/own.png' });
    const image = 'https://a.example/team.png';
    const { json } = await client('PATCH', `/${engines}/me`, { display_name: '', profile_image_url: image }, charles);
    expect(json).toEqual({ team_id: engines, user_id: charles.user_id, display_name: '', profile_image_url: image });
    await client('PATCH', `/${engines}/${charles.user_id}`, { profile_image_url: null }, charles);
    expect(await mine()).toMatchObject({ display_name: '', profile_image_url: 'https://a.example/own.png' });
    expect((await client('PATCH', `/${engines}/me`, {}, charles)).json).toEqual(await mine());
  });

  it('is only changed by its user or a server', async () => {
    const other = await client('PATCH', `/${engines}/${charles.user_id}`, { display_name: 'X' });
    expect([other.status, other.text]).toEqual([403, "Cannot update another user's profile"]);
    expect((await client('PATCH', `/${engines}/${ada.user_id}`, {}, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('PATCH', `/${looms}/me`, {})).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    const changed = await server('PATCH', `/${engines}/${charles.user_id}`, { display_name: 'X' });
    expect(changed.json).toMatchObject({ display_name: 'X', user: { display_name: 'Charles Babbage' } });
    expect((await server('PATCH', `/${nobody}/${charles.user_id}`, {})).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('PATCH', `/${engines}/${nobody}`, {})).json.code).toBe('USER_NOT_FOUND');
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
    expect((await client('PATCH', `/${engines}/me`, body)).json.error).toContain(`\n  - ${line}`);
  });
});
