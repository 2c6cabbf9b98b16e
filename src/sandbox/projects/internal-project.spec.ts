/** Project `internal` as its users meet it: its name, its mails, and teams whose members have no permissions (corrections). */
import { beforeAll, describe, expect, it } from 'vitest';
import { findUsableKeySet } from '../stores/key-set-store';
import { createTestSandbox, type TestResponse, type TestSandbox } from '../testing/test-sandbox';

let test: TestSandbox;
let token: string;
let creator: string;
let member: string;
let team: string;

const email = 'owner@people.example';
const callback_url = 'http://localhost/x';
const password = 'Passw0rd-for-test';

async function internal(access: 'client' | 'server', method: string, path: string, body?: object): Promise<TestResponse> {
  const keys = findUsableKeySet(test.store, 'internal', test.clock.now());
  const headers = {
    'x-stack-project-id': 'internal',
    'x-stack-access-type': access,
    'x-stack-publishable-client-key': keys?.publishable_client_key ?? '',
    'x-stack-secret-server-key': keys?.secret_server_key ?? '',
    ...(access === 'client' && token !== '' ? { 'x-stack-access-token': token } : {}),
  };
  if (body === undefined) return test.raw(method, path, headers);
  return test.raw(method, path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body));
}

beforeAll(async () => {
  test = await createTestSandbox();
  token = '';
  const signedUp = await internal('client', 'POST', '/auth/password/sign-up', { email, password, verification_callback_url: callback_url });
  token = String(signedUp.json.access_token);
  creator = String(signedUp.json.user_id);
  await internal('client', 'POST', '/auth/otp/send-sign-in-code', { email: 'code@people.example', callback_url });
  await internal('client', 'POST', '/auth/password/send-reset-code', { email, callback_url });
  team = String((await internal('client', 'POST', '/teams', { display_name: 'Owners', creator_user_id: 'me' })).json.id);
  member = String((await internal('server', 'POST', '/users', {})).json.id);
  await internal('server', 'POST', `/team-memberships/${team}/${member}`, {});
});

describe('project internal', () => {
  it('is named Stack Dashboard, also in its emails', async () => {
    expect((await internal('client', 'GET', '/projects/current')).json.display_name).toBe('Stack Dashboard');
    const { items } = await test.raw('GET', '/sandbox/mailbox');
    expect(items.map(({ from }) => from)).toEqual(Array(3).fill('Stack Dashboard <noreply@example.com>'));
    expect(items.map(({ subject }) => subject)).toEqual([
      'Reset your password at Stack Dashboard',
      expect.stringMatching(/^Sign in to Stack Dashboard: Your code is [0-9A-Z]{6}$/),
      'Verify your email at Stack Dashboard',
    ]);
  });

  it('defines and grants no permissions', async () => {
    expect(test.store.all("SELECT p.id FROM permissions p JOIN projects o ON o.key = p.project WHERE o.id = 'internal'")).toEqual([]);
    expect((await internal('client', 'GET', '/team-permissions?user_id=me&recursive=true')).items).toEqual([]);
    expect((await internal('server', 'GET', '/team-permissions?recursive=true')).items).toEqual([]);
  });

  const refused: [string, string, () => string, (() => object)?][] = [
    ['$invite_members', 'POST', () => '/team-invitations/send-code', () => ({ team_id: team, email: 'new@people.example', callback_url })],
    ['$read_members', 'GET', () => `/team-invitations?team_id=${team}`],
    ['$read_members', 'GET', () => `/team-member-profiles?team_id=${team}`],
    ['$remove_members', 'DELETE', () => `/team-memberships/${team}/${member}`],
    ['$update_team', 'PATCH', () => `/teams/${team}`, () => ({ display_name: 'Mine' })],
    ['$delete_team', 'DELETE', () => `/teams/${team}`],
  ];

  it.each(refused)('rejects the creator of a team without %s: %s', async (permission, method, path, body) => {
    const answer = await internal('client', method, path(), body?.());
    expect([answer.status, answer.json]).toEqual([
      401,
      {
        code: 'TEAM_PERMISSION_REQUIRED',
        details: { permission_id: permission, team_id: team, user_id: creator },
        error: `User ${creator} does not have permission ${permission} in team ${team}.`,
      },
    ]);
  });

  it('requires $invite_members after $read_members', async () => {
    await internal('server', 'POST', `/team-permissions/${team}/${creator}/$read_members`, {});
    const answer = await internal('client', 'GET', `/team-invitations?team_id=${team}`);
    expect(answer.details.permission_id).toBe('$invite_members');
    expect((await internal('client', 'GET', `/team-member-profiles?team_id=${team}`)).items).toHaveLength(2);
  });

  it('creates projects with permissions', async () => {
    const { id } = (await internal('client', 'POST', '/internal/projects', { display_name: 'New' })).json;
    const headers = { 'x-stack-project-id': String(id), 'x-stack-access-type': 'admin', 'x-stack-admin-access-token': token };
    const definitions = (await test.raw('GET', '/team-permission-definitions', headers)).items;
    expect(definitions.slice(-2)).toEqual([
      {
        id: 'admin',
        description: 'Default permission for team creators',
        contained_permission_ids: [
          '$delete_team',
          '$invite_members',
          '$manage_api_keys',
          '$read_members',
          '$remove_members',
          '$update_team',
        ],
      },
      {
        id: 'member',
        description: 'Default permission for team members',
        contained_permission_ids: ['$invite_members', '$read_members'],
      },
    ]);
  });
});
