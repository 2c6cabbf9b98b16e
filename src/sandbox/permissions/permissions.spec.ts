import { beforeEach, describe, expect, it } from 'vitest';
import { projectGrant, teamGrant } from '#contract/service/models/team-models.ts';
import type { SignedIn } from '../sessions/access-tokens';
import { createTeamScene, type TeamScene, unknownId } from '../testing/team-scene';

const ownOnly = 'Client can only list permissions for their own user. user_id must be either "me" or the ID of the current user';

let scene: TeamScene;

beforeEach(async () => {
  scene = await createTeamScene();
});

const server = (method: string, path: string, body?: unknown) => scene.call('server', method, path, body);
const client = (path: string, who: SignedIn | null = scene.charles) => scene.call('client', 'GET', path, undefined, who?.access_token);
const ids = async (path: string) => (await server('GET', path)).items.map(({ id }) => id);

describe('permissions in teams', () => {
  const path = (permission: string, team = scene.engines, user = scene.charles.user_id) =>
    `/team-permissions/${team}/${user}/${permission}`;

  it('are listed directly or with contained ones, sorted', async () => {
    const query = `/team-permissions?user_id=${scene.charles.user_id}&team_id=${scene.engines}`;
    expect(await ids(query)).toEqual(['member']);
    expect(await ids(`${query}&recursive=false`)).toEqual(['member']);
    expect(await ids(`${query}&recursive=true`)).toEqual(['$invite_members', '$read_members', 'member']);
    expect(await ids(`${query}&recursive=true&permission_id=$read_members`)).toEqual(['$read_members']);
    expect(await ids(`${query}&permission_id=%24read_members`)).toEqual([]);
    const all = (await server('GET', '/team-permissions?recursive=true')).items.map((item) => teamGrant.strict().parse(item));
    const sorted = all.map(({ team_id, user_id, id }) => `${team_id} ${user_id} ${id}`);
    expect(sorted).toEqual([...new Set(sorted)].sort());
    expect(new Set(all.map(({ user_id }) => user_id)).size).toBeGreaterThan(5);
  });

  it('are empty for an unknown user or team', async () => {
    for (const query of [`user_id=${unknownId}`, `team_id=${unknownId}`, 'permission_id=none']) {
      expect(await ids(`/team-permissions?${query}`)).toEqual([]);
    }
  });

  it('are granted idempotently and revoked', async () => {
    for (const permission of ['lead', '$update_team', 'lead', '%24update_team']) {
      const { status, json } = await server('POST', path(permission), {});
      expect([status, json]).toEqual([201, { id: decodeURIComponent(permission), user_id: scene.charles.user_id, team_id: scene.engines }]);
    }
    expect(await ids(`/team-permissions?user_id=${scene.charles.user_id}&team_id=${scene.engines}`)).toEqual([
      '$update_team',
      'lead',
      'member',
    ]);
    expect((await server('DELETE', path('lead'))).json).toEqual({ success: true });
    const again = await server('DELETE', path('lead'));
    const details = { team_id: scene.engines, user_id: scene.charles.user_id, permission_id: 'lead' };
    expect([again.status, again.json]).toMatchObject([401, { code: 'TEAM_PERMISSION_NOT_FOUND', details }]);
    expect((await server('DELETE', path('$read_members'))).json.code).toBe('TEAM_PERMISSION_NOT_FOUND');
  });

  it('are granted only to members, and only if they exist for teams', async () => {
    expect((await server('POST', path('none', unknownId, unknownId), {})).json.code).toBe('USER_NOT_FOUND');
    expect((await server('POST', path('none', scene.looms), {})).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await server('POST', path('none', unknownId), {})).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    for (const permission of ['none', 'analyst']) {
      const { status, json } = await server('POST', path(permission), {});
      expect([status, json]).toMatchObject([404, { code: 'PERMISSION_NOT_FOUND', details: { permission_id: permission } }]);
    }
    for (const [team, user] of [[unknownId], [scene.engines, unknownId], [scene.looms]]) {
      expect((await server('DELETE', path('member', team, user))).json.code).toBe('TEAM_PERMISSION_NOT_FOUND');
    }
  });

  it.each([
    ['POST', '$everything', 'params.permission_id must be one of the following values: $update_team'],
    ['DELETE', 'Upper', 'Only lowercase letters, numbers, ":", "_" are allowed'],
    ['POST', 'with space', 'Only lowercase letters, numbers, ":", "_" are allowed'],
  ])('%s rejects %s', async (method, permission, line) => {
    expect((await server(method, path(encodeURIComponent(permission)), {})).json.error).toContain(`\n  - ${line}`);
  });
});

describe('permissions in the project', () => {
  const path = (permission: string, user = scene.charles.user_id) => `/project-permissions/${user}/${permission}`;

  it('are granted, listed with contained ones, and revoked', async () => {
    await server('DELETE', path('analyst'));
    const before = await ids(`/project-permissions?user_id=${scene.charles.user_id}`);
    for (const _time of [1, 2]) {
      const { status, json } = await server('POST', path('analyst'), {});
      expect([status, projectGrant.strict().parse(json)]).toEqual([201, { id: 'analyst', user_id: scene.charles.user_id }]);
    }
    const query = `/project-permissions?user_id=${scene.charles.user_id}`;
    expect(await ids(query)).toEqual([...new Set(['analyst', ...before])].sort());
    expect(await ids(`${query}&recursive=true`)).toEqual(['analyst', 'beta_tester', 'reports:export', 'reports:read']);
    expect(await ids(`${query}&recursive=true&permission_id=reports:export`)).toEqual(['reports:export']);
    expect((await server('DELETE', path('analyst'))).json).toEqual({ success: true });
    expect(await ids(query)).toEqual(before);
    const again = await server('DELETE', path('analyst'));
    expect([again.status, again.json]).toMatchObject([404, { code: 'PERMISSION_NOT_FOUND', details: { permission_id: 'analyst' } }]);
  });

  it('are granted to users only, and only if they exist for the project', async () => {
    for (const method of ['POST', 'DELETE']) {
      expect((await server(method, path('none', unknownId), {})).json.code).toBe('USER_NOT_FOUND');
      for (const permission of ['none', 'member', '$read_members']) {
        expect((await server(method, path(permission), {})).json.code).toBe('PERMISSION_NOT_FOUND');
      }
    }
    expect(await ids(`/project-permissions?user_id=${unknownId}`)).toEqual([]);
  });

  it('are deleted with the user', async () => {
    await server('POST', path('analyst'), {});
    scene.store.run('DELETE FROM users WHERE id = ?', [scene.charles.user_id]);
    expect((await server('GET', '/project-permissions')).items.map(({ user_id }) => user_id)).not.toContain(scene.charles.user_id);
    expect(scene.store.one('SELECT 1 FROM team_grants g LEFT JOIN users u ON u.key = g.user WHERE u.key IS NULL')).toBeUndefined();
  });
});

describe.each(['/team-permissions', '/project-permissions'])('clients at %s', (path) => {
  it('list only their own', async () => {
    for (const query of ['', `?user_id=${scene.ada.user_id}`]) {
      const refused = await client(`${path}${query}`);
      expect([refused.status, refused.text]).toEqual([403, ownOnly]);
    }
    const own = await client(`${path}?user_id=me&recursive=true`, scene.ada);
    expect(own.items.length).toBeGreaterThan(3);
    expect(new Set(own.items.map(({ user_id }) => user_id))).toEqual(new Set([scene.ada.user_id]));
    expect((await client(`${path}?user_id=${scene.ada.user_id.toUpperCase()}&recursive=true`, scene.ada)).json).toEqual(own.json);
    expect((await client(`${path}?user_id=me`, null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
  });

  it('cannot grant', async () => {
    const target = path === '/team-permissions' ? `${path}/${scene.engines}/me/admin` : `${path}/me/analyst`;
    for (const method of ['POST', 'DELETE']) {
      expect((await scene.call('client', method, target, {}, scene.charles.access_token)).json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
    }
  });

  it.each([
    ['recursive=1', 'query.recursive must be one of the following values: true, false'],
    ['permission_id=', 'Only lowercase letters, numbers, ":", "_" are allowed'],
    ['depth=2', 'query contains unknown properties: depth'],
  ])('get an error for %s', async (query, line) => {
    expect((await client(`${path}?user_id=me&${query}`)).json.error).toContain(`\n  - ${line}`);
  });
});
