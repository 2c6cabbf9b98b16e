import { beforeEach, describe, expect, it } from 'vitest';
import { clientTeam, serverTeam } from '../../contract/service/models/models';
import { demoAccounts } from '../seed/seed-named-users';
import type { SignedIn } from '../sessions/access-tokens';
import { createTestSandbox, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

const nobody = '00000000-0000-4000-8000-000000000001';
const disabled = 'Client team creation is disabled for this project';
const image = 'data:image/png;base64,AAAA';

let test: TestSandbox;
let ada: SignedIn;
let charles: SignedIn;
let engines: string;

beforeEach(async () => {
  test = await createTestSandbox();
  ada = await test.signIn();
  charles = await test.signIn(demoAccounts[2]);
  engines = String((await test.call('server', 'GET', '/teams')).items[0]?.id);
});

const client = (method: string, path: string, body?: unknown, who: SignedIn | null = ada): Promise<TestResponse> =>
  test.call('client', method, path, body, who?.access_token);
const server = (method: string, path: string, body?: unknown, token?: string) => test.call('server', method, path, body, token);
const held = async (team: unknown, user: string) =>
  (await server('GET', `/team-permissions?team_id=${team}&user_id=${user}`)).items.map(({ id }) => id);
const members = async (team: unknown) => (await server('GET', `/team-member-profiles?team_id=${team}`)).items.map(({ user_id }) => user_id);

describe('a list of teams', () => {
  it('contains all for servers, oldest first, or those of one user', async () => {
    const all = (await server('GET', '/teams')).items.map((item) => serverTeam.strict().parse(item));
    expect(all).toHaveLength(12);
    const times = all.map(({ created_at_millis }) => created_at_millis);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect((await server('GET', `/teams?user_id=${charles.user_id}`)).items).toHaveLength(3);
    expect((await server('GET', `/teams?user_id=${nobody}`)).items).toEqual([]);
  });

  it('contains their own for clients, which have to name their user', async () => {
    const own = await client('GET', '/teams?user_id=me');
    expect(own.items.map((item) => clientTeam.strict().parse(item)).length).toBe(3);
    expect((await client('GET', `/teams?user_id=${ada.user_id.toUpperCase()}`)).json).toEqual(own.json);
    for (const query of ['', `?user_id=${charles.user_id}`]) {
      const refused = await client('GET', `/teams${query}`);
      expect([refused.status, refused.text.slice(0, 53)]).toEqual([403, 'Client can only list teams for their own user. user_i']);
    }
    expect((await client('GET', '/teams?user_id=me', undefined, null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await client('GET', '/teams?user_id=x')).json.error).toContain('query.user_id must be a valid UUID');
  });
});

describe('a new team', () => {
  it('has a client’s user as creator, named or not', async () => {
    for (const creator of [undefined, 'me', ada.user_id]) {
      const { status, json } = await client('POST', '/teams', { display_name: 'T', creator_user_id: creator, client_metadata: [1] });
      expect(status).toBe(201);
      expect(clientTeam.strict().parse(json)).toMatchObject({ display_name: 'T', profile_image_url: null, client_metadata: [1] });
      expect([await held(json.id, ada.user_id), await members(json.id)]).toEqual([['admin'], [ada.user_id]]);
    }
  });

  it('has no members for servers unless a creator is named', async () => {
    const fields = { display_name: '', profile_image_url: 'https://images.example/t.png', server_metadata: { a: 1 } };
    const { status, json } = await server('POST', '/teams', { ...fields, client_read_only_metadata: null });
    expect([status, await members(json.id)]).toEqual([201, []]);
    expect(serverTeam.strict().parse(json)).toMatchObject({ ...fields, created_at_millis: test.clock.now() });
    const named = await server('POST', '/teams', { display_name: 'N', creator_user_id: charles.user_id });
    expect(await held(named.json.id, charles.user_id)).toEqual(['admin']);
    expect((await server('POST', '/teams', { display_name: 'N', creator_user_id: nobody })).json.code).toBe('USER_NOT_FOUND');
  });

  it('accepts the deprecated parameter for its creator, but not both', async () => {
    const older = (value: string, body: object = {}, token?: string) =>
      server('POST', `/teams?add_current_user=${value}`, { display_name: 'T', ...body }, token);
    expect(await members((await older('true', {}, ada.access_token)).json.id)).toEqual([ada.user_id]);
    expect(await members((await older('false', {}, ada.access_token)).json.id)).toEqual([]);
    expect((await older('true')).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await older('true', { creator_user_id: ada.user_id })).status).toBe(400);
    expect((await older('1')).json.error).toContain('query.add_current_user must be one of the following values: true, false');
    expect((await client('POST', '/teams?add_current_user=true', { display_name: 'T', creator_user_id: 'me' })).status).toBe(400);
  });

  it('is rejected in the order of the checks', async () => {
    const bad = { display_name: 'T', profile_image_url: 'https://images.example/t.png', creator_user_id: charles.user_id };
    test.configure({ client_team_creation_enabled: false });
    expect((await client('POST', '/teams', bad, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    const off = await client('POST', '/teams', bad);
    expect([off.status, off.text]).toEqual([403, disabled]);
    test.configure({ client_team_creation_enabled: true });
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
    ['fields nobody has', 'server', { display_name: 'T', id: nobody }, 'body contains unknown properties: id'],
    ['an image that is no address', 'server', { display_name: 'T', profile_image_url: '' }, 'body.profile_image_url is not a valid URL'],
    ['a creator that is no id', 'client', { display_name: 'T', creator_user_id: 'you' }, 'body.creator_user_id must be a valid UUID'],
  ])('is rejected with %s', async (_what, access, body, line) => {
    const { json } = await test.call(access, 'POST', '/teams', body, ada.access_token);
    expect([json.code, json.error]).toEqual(['SCHEMA_ERROR', expect.stringContaining(`\n  - ${line}`)]);
  });
});

describe('a team', () => {
  it('is read by its members and by servers', async () => {
    expect(clientTeam.strict().parse((await client('GET', `/teams/${engines.toUpperCase()}`)).json).id).toBe(engines);
    expect(serverTeam.strict().parse((await server('GET', `/teams/${engines}`)).json).server_metadata).toEqual({ customer_number: 1843 });
    expect((await client('GET', `/teams/${engines}`, undefined, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    const missing = await client('GET', `/teams/${nobody}`);
    expect(missing.json).toMatchObject({ code: 'TEAM_MEMBERSHIP_NOT_FOUND', details: { team_id: nobody, user_id: ada.user_id } });
    expect((await server('GET', `/teams/${nobody}`)).json).toMatchObject({ code: 'TEAM_NOT_FOUND', details: { team_id: nobody } });
    expect((await server('GET', '/teams/me')).json.error).toContain('params.id must be a valid UUID');
  });

  it('changes only the sent fields', async () => {
    const path = `/teams/${engines}`;
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
    const path = `/teams/${engines}`;
    expect((await client(method, path, body, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client(method, `/teams/${nobody}`, body)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await server(method, `/teams/${nobody}`, body)).json.code).toBe('TEAM_NOT_FOUND');
    const refused = await client(method, path, body, charles);
    const details = { team_id: engines, user_id: charles.user_id, permission_id: permission };
    expect([refused.status, refused.json]).toMatchObject([401, { code: 'TEAM_PERMISSION_REQUIRED', details }]);
    expect((await server('POST', `/team-permissions/${engines}/${charles.user_id}/owner`, {})).status).toBe(201);
    expect((await client(method, path, body, charles)).status).toBe(200);
  });

  it('checks the permission before the image', async () => {
    const body = { profile_image_url: 'https://images.example/t.png' };
    expect((await client('PATCH', `/teams/${engines}`, body, charles)).json.code).toBe('TEAM_PERMISSION_REQUIRED');
    expect((await client('PATCH', `/teams/${engines}`, body)).text).toBe('Invalid profile image URL');
    expect((await client('PATCH', `/teams/${engines}`, { server_metadata: 1 })).json.code).toBe('SCHEMA_ERROR');
  });

  it('is deleted with its members and selections', async () => {
    expect((await client('GET', '/users/me')).json.selected_team_id).toBe(engines);
    expect((await client('DELETE', `/teams/${engines}`)).json).toEqual({ success: true });
    expect((await client('GET', '/users/me')).json.selected_team_id).toBeNull();
    expect((await server('DELETE', `/teams/${engines}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', `/team-permissions?team_id=${engines}`)).items).toEqual([]);
    expect(test.store.one('SELECT 1 FROM memberships WHERE team = 1')).toBeUndefined();
  });
});
