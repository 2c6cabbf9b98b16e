import { beforeEach, describe, expect, it } from 'vitest';
import { clientTeam, serverTeam } from '#contract/service/models/user-models.ts';
import type { SignedIn } from '../sessions/access-tokens';
import { createTeamScene, type TeamScene, unknownId } from '../testing/team-scene';
import type { TestResponse } from '../testing/test-sandbox';

const disabled = 'Client team creation is disabled for this project';
const image = 'data:image/png;base64,AAAA';

let scene: TeamScene;

beforeEach(async () => {
  scene = await createTeamScene();
});

const client = (method: string, path: string, body?: unknown, who: SignedIn | null = scene.ada): Promise<TestResponse> =>
  scene.call('client', method, path, body, who?.access_token);
const server = (method: string, path: string, body?: unknown, token?: string) => scene.call('server', method, path, body, token);
const held = async (team: unknown, user: string) =>
  (await server('GET', `/team-permissions?team_id=${team}&user_id=${user}`)).items.map(({ id }) => id);
const members = async (team: unknown) => (await server('GET', `/team-member-profiles?team_id=${team}`)).items.map(({ user_id }) => user_id);

describe('a list of teams', () => {
  it('contains all for servers, oldest first, or those of one user', async () => {
    const all = (await server('GET', '/teams')).items.map((item) => serverTeam.strict().parse(item));
    expect(all).toHaveLength(12);
    const times = all.map(({ created_at_millis }) => created_at_millis);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect((await server('GET', `/teams?user_id=${scene.charles.user_id}`)).items).toHaveLength(3);
    expect((await server('GET', `/teams?user_id=${unknownId}`)).items).toEqual([]);
  });

  it('contains their own for clients, which have to name their user', async () => {
    const own = await client('GET', '/teams?user_id=me');
    expect(own.items.map((item) => clientTeam.strict().parse(item)).length).toBe(3);
    expect((await client('GET', `/teams?user_id=${scene.ada.user_id.toUpperCase()}`)).json).toEqual(own.json);
    for (const query of ['', `?user_id=${scene.charles.user_id}`]) {
      const refused = await client('GET', `/teams${query}`);
      expect([refused.status, refused.text.slice(0, 53)]).toEqual([403, 'Client can only list teams for their own user. user_i']);
    }
    expect((await client('GET', '/teams?user_id=me', undefined, null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await client('GET', '/teams?user_id=x')).json.error).toContain('query.user_id must be a valid UUID');
  });
});

describe('a new team', () => {
  it('has a client’s user as creator, named or not', async () => {
    for (const creator of [undefined, 'me', scene.ada.user_id]) {
      const { status, json } = await client('POST', '/teams', { display_name: 'T', creator_user_id: creator, client_metadata: [1] });
      expect(status).toBe(201);
      expect(clientTeam.strict().parse(json)).toMatchObject({ display_name: 'T', profile_image_url: null, client_metadata: [1] });
      expect([await held(json.id, scene.ada.user_id), await members(json.id)]).toEqual([['admin'], [scene.ada.user_id]]);
    }
  });

  it('has no members for servers unless a creator is named', async () => {
    const fields = { display_name: '', profile_image_url: 'https://images.example/t.png', server_metadata: { a: 1 } };
    const { status, json } = await server('POST', '/teams', { ...fields, client_read_only_metadata: null });
    expect([status, await members(json.id)]).toEqual([201, []]);
    expect(serverTeam.strict().parse(json)).toMatchObject({ ...fields, created_at_millis: scene.clock.now() });
    const named = await server('POST', '/teams', { display_name: 'N', creator_user_id: scene.charles.user_id });
    expect(await held(named.json.id, scene.charles.user_id)).toEqual(['admin']);
    expect((await server('POST', '/teams', { display_name: 'N', creator_user_id: unknownId })).json.code).toBe('USER_NOT_FOUND');
  });

  it('accepts the deprecated parameter for its creator, but not both', async () => {
    const older = (value: string, body: object = {}, token?: string) =>
      server('POST', `/teams?add_current_user=${value}`, { display_name: 'T', ...body }, token);
    expect(await members((await older('true', {}, scene.ada.access_token)).json.id)).toEqual([scene.ada.user_id]);
    expect(await members((await older('false', {}, scene.ada.access_token)).json.id)).toEqual([]);
    expect((await older('true')).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await older('true', { creator_user_id: scene.ada.user_id })).status).toBe(400);
    expect((await older('1')).json.error).toContain('query.add_current_user must be one of the following values: true, false');
    expect((await client('POST', '/teams?add_current_user=true', { display_name: 'T', creator_user_id: 'me' })).status).toBe(400);
  });

  it('is rejected in the order of the checks', async () => {
    const bad = { display_name: 'T', profile_image_url: 'https://images.example/t.png', creator_user_id: scene.charles.user_id };
    scene.configure({ client_team_creation_enabled: false });
    expect((await client('POST', '/teams', bad, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    const off = await client('POST', '/teams', bad);
    expect([off.status, off.text]).toEqual([403, disabled]);
    scene.configure({ client_team_creation_enabled: true });
    const wrongImage = await client('POST', '/teams', bad);
    expect([wrongImage.status, wrongImage.text]).toEqual([400, 'Invalid profile image URL']);
    const other = await client('POST', '/teams', { ...bad, profile_image_url: image });
    expect([other.status, other.text]).toEqual([
      403,
      "You cannot create a team as a user that is not yourself. Make sure you set the creator_user_id to 'me'.",
    ]);
    expect((await server('GET', '/teams')).items).toHaveLength(12);
  });

  it.each<[string, 'client' | 'server', unknown, string]>([
    ['no name', 'client', {}, 'body.display_name must be defined'],
    ['a null name', 'server', { display_name: null }, 'body.display_name cannot be null'],
    ['fields of servers', 'client', { display_name: 'T', server_metadata: 1 }, 'body contains unknown properties: server_metadata'],
    ['unknown fields', 'server', { display_name: 'T', id: unknownId }, 'body contains unknown properties: id'],
    ['an image that is no address', 'server', { display_name: 'T', profile_image_url: '' }, 'body.profile_image_url is not a valid URL'],
    ['a creator that is no id', 'client', { display_name: 'T', creator_user_id: 'you' }, 'body.creator_user_id must be a valid UUID'],
  ])('is rejected with %s', async (_what, access, body, line) => {
    const { json } = await scene.call(access, 'POST', '/teams', body, scene.ada.access_token);
    expect([json.code, json.error]).toEqual(['SCHEMA_ERROR', expect.stringContaining(`\n  - ${line}`)]);
  });
});

describe('a team', () => {
  it('is read by its members and by servers', async () => {
    expect(clientTeam.strict().parse((await client('GET', `/teams/${scene.engines.toUpperCase()}`)).json).id).toBe(scene.engines);
    expect(serverTeam.strict().parse((await server('GET', `/teams/${scene.engines}`)).json).server_metadata).toEqual({
      customer_number: 1843,
    });
    expect((await client('GET', `/teams/${scene.engines}`, undefined, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    const missing = await client('GET', `/teams/${unknownId}`);
    expect(missing.json).toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: unknownId, user_id: scene.ada.user_id } });
    expect((await server('GET', `/teams/${unknownId}`)).json).toMatchObject({ code: 'TEAM_NOT_FOUND', details: { team_id: unknownId } });
    expect((await server('GET', '/teams/me')).json.error).toContain('params.id must be a valid UUID');
  });

  it('changes only the sent fields', async () => {
    const path = `/teams/${scene.engines}`;
    const before = (await server('GET', path)).json;
    const change = {
      display_name: 'Mills',
      client_metadata: null,
      server_metadata: [1],
      profile_image_url: 'https://images.example/t.png',
    };
    expect((await server('PATCH', path, change)).json).toEqual({ ...before, ...change });
    expect((await client('PATCH', path, { profile_image_url: image })).json.profile_image_url).toBe(image);
    expect((await client('PATCH', path, { profile_image_url: null, client_metadata: 1 })).json).toMatchObject({
      display_name: 'Mills',
      profile_image_url: null,
      client_metadata: 1,
    });
    expect((await server('PATCH', path, {})).json.server_metadata).toEqual([1]);
  });

  it.each([
    ['PATCH', '$update_team', { display_name: 'X' }],
    ['DELETE', '$delete_team', undefined],
  ])('%s requires %s of clients, directly or contained', async (method, permission, body) => {
    const path = `/teams/${scene.engines}`;
    expect((await client(method, path, body, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client(method, `/teams/${unknownId}`, body)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await server(method, `/teams/${unknownId}`, body)).json.code).toBe('TEAM_NOT_FOUND');
    const refused = await client(method, path, body, scene.charles);
    const details = { team_id: scene.engines, user_id: scene.charles.user_id, permission_id: permission };
    expect([refused.status, refused.json]).toMatchObject([401, { code: 'TEAM_PERMISSION_REQUIRED', details }]);
    expect((await server('POST', `/team-permissions/${scene.engines}/${scene.charles.user_id}/owner`, {})).status).toBe(201);
    expect((await client(method, path, body, scene.charles)).status).toBe(200);
  });

  it('checks the permission before the image', async () => {
    const body = { profile_image_url: 'https://images.example/t.png' };
    expect((await client('PATCH', `/teams/${scene.engines}`, body, scene.charles)).json.code).toBe('TEAM_PERMISSION_REQUIRED');
    expect((await client('PATCH', `/teams/${scene.engines}`, body)).text).toBe('Invalid profile image URL');
    expect((await client('PATCH', `/teams/${scene.engines}`, { server_metadata: 1 })).json.code).toBe('SCHEMA_ERROR');
  });

  it('is deleted with its members and selections', async () => {
    expect((await client('GET', '/users/me')).json.selected_team_id).toBe(scene.engines);
    expect((await client('DELETE', `/teams/${scene.engines}`)).json).toEqual({ success: true });
    expect((await client('GET', '/users/me')).json.selected_team_id).toBeNull();
    expect((await server('DELETE', `/teams/${scene.engines}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', `/team-permissions?team_id=${scene.engines}`)).items).toEqual([]);
    expect(scene.store.one('SELECT 1 FROM memberships WHERE team = 1')).toBeUndefined();
  });
});
