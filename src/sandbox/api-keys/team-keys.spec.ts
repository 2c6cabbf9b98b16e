import { beforeEach, describe, expect, it } from 'vitest';
import { newTeamApiKey, teamApiKey } from '#contract/service/models/api-key-models.ts';
import { demoAccounts } from '../seed/seed-named-users';
import { grantInTeam } from '../stores/grant-store';
import { findPermission } from '../stores/permission-store';
import { findTeam } from '../stores/team-store';
import { findUser } from '../stores/user-store';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';
import { formatApiKey } from './api-keys';

let test: TestSandbox;
let token: string;
let own: string;
let team: string;
beforeEach(async () => {
  test = await createTestSandbox();
  ({ access_token: token, user_id: own } = await test.signIn(demoAccounts[1]));
  team = String((await test.call('server', 'GET', `/teams?user_id=${own}`)).items[0]?.id);
  test.store.run('DELETE FROM api_keys');
  test.store.run('DELETE FROM team_grants');
});

const path = '/team-api-keys';
const key = { description: 'Team API Key', expires_at_millis: null };
const client = (method: string, at: string, body?: unknown) => test.call('client', method, at, body, token);
const server = (method: string, at: string, body?: unknown) => test.call('server', method, at, body);

function allow(permission: string): void {
  const { store, project } = test;
  const keys = {
    team: findTeam(store, project.key, team)?.key ?? 0,
    user: findUser(store, project.key, own)?.key ?? 0,
    permission: findPermission(store, project.key, permission, 'team') ?? 0,
  };
  grantInTeam(store, keys.team, keys.user, keys.permission);
}

describe('a team’s key', () => {
  it('is managed by members with the permission, direct or contained', async () => {
    allow('admin');
    const made = await client('POST', path, { team_id: team, ...key });
    const { id, value, team_id } = newTeamApiKey.strict().parse(made.json);
    expect([made.status, team_id]).toEqual([200, team]);
    expect(value).toMatch(/^sk_.*team1574ck4u7h[0-9a-f]{8}$/);
    const read = await client('GET', `${path}/${id}?team_id=${team}`);
    expect(teamApiKey.strict().parse(read.json)).toEqual({ ...made.json, value: { last_four: String(value).slice(-4) } });
    expect((await client('GET', `${path}?team_id=${team}`)).items).toEqual([read.json]);
    const revoked = await client('PATCH', `${path}/${id}?team_id=${team}`, { revoked: true });
    expect(revoked.json.manually_revoked_at_millis).toBe(test.clock.now());
    expect((await server('POST', `${path}/check`, { api_key: value })).json.code).toBe('API_KEY_REVOKED');
  });

  it('does not exist for clients without the permission', async () => {
    allow('member');
    const { json } = await server('POST', path, { team_id: team, ...key });
    for (const [method, at, body] of [
      ['GET', `${path}?team_id=${team}`, undefined],
      ['POST', path, { team_id: team, ...key }],
      ['GET', `${path}/${json.id}?team_id=${team}`, undefined],
      ['PATCH', `${path}/${json.id}?team_id=${team}`, { revoked: true }],
      ['GET', `${path}?team_id=11111111-2222-4333-8444-555555555555`, undefined],
    ] as const) {
      const answer = await client(method, at, body);
      expect([answer.status, answer.json.code]).toEqual([404, 'API_KEY_NOT_FOUND']);
    }
    allow('$manage_api_keys');
    expect((await client('GET', `${path}?team_id=${team}`)).items).toHaveLength(1);
  });

  it('is not found in another team', async () => {
    const { json } = await server('POST', path, { team_id: team, ...key });
    const others = (await server('GET', '/teams')).items.map(({ id }) => id).filter((id) => id !== team);
    for (const at of [`${path}/${json.id}?team_id=${others[0]}`, `${path}/11111111-2222-4333-8444-555555555555?team_id=${team}`]) {
      expect((await server('GET', at)).json.code).toBe('API_KEY_NOT_FOUND');
    }
    expect((await server('GET', `${path}?team_id=${others[0]}`)).items).toEqual([]);
  });

  it('is checked as a team key', async () => {
    const mine = await server('POST', '/user-api-keys', { user_id: own, ...key });
    const answer = await server('POST', `${path}/check`, { api_key: mine.json.value });
    expect(answer.details).toEqual({ expected_type: 'team', actual_type: 'user' });
    const unknown = formatApiKey({ id: own, kind: 'team', secret: '0'.repeat(45), isPublic: false });
    expect((await server('POST', `${path}/check`, { api_key: unknown })).json.code).toBe('API_KEY_NOT_FOUND');
  });
});

describe('rejected requests', () => {
  it('rejects every request if the project has turned off these keys', async () => {
    test.configure({ allow_team_api_keys: false });
    for (const [method, at, body] of [
      ['GET', `${path}?team_id=${team}`, undefined],
      ['POST', path, { team_id: team, ...key }],
      ['GET', `${path}/${team}?team_id=${team}`, undefined],
      ['PATCH', `${path}/${team}?team_id=${team}`, {}],
      ['POST', `${path}/check`, { api_key: 'x' }],
    ] as const) {
      const answer = await server(method, at, body);
      expect([answer.status, answer.text]).toEqual([400, 'Team API keys are not enabled for this project.']);
    }
  });

  it('rejects clients without a user', async () => {
    const answer = await test.call('client', 'GET', `${path}?team_id=${team}`);
    expect([answer.status, answer.json.code]).toEqual([401, 'USER_AUTHENTICATION_REQUIRED']);
  });

  it('responds with 500 for an unknown team', async () => {
    expect((await server('POST', path, { team_id: '11111111-2222-4333-8444-555555555555', ...key })).status).toBe(500);
  });

  it.each<[string, string, string]>([
    ['GET', path, 'query.team_id must be defined'],
    ['GET', `${path}?team_id=me`, 'query.team_id must be a valid UUID'],
    ['GET', `${path}?team_id=11111111-2222-4333-8444-555555555555&user_id=me`, 'query contains unknown properties: user_id'],
    ['GET', `${path}/11111111-2222-4333-8444-555555555555`, 'query.team_id must be defined'],
    ['GET', `${path}/x?team_id=11111111-2222-4333-8444-555555555555`, 'params.api_key_id must be a valid UUID'],
  ])('%s %s', async (method, at, line) => {
    expect((await test.call('server', method, at)).json.error).toContain(line);
  });
});
