import { beforeEach, describe, expect, it } from 'vitest';
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

const path = (team: string, user: string) => `/team-memberships/${team}/${user}`;
const add = (team: string, user: string, token?: string) => test.call('server', 'POST', path(team, user), {}, token);
const remove = (team: string, user: string, who?: SignedIn) =>
  test.call('client', 'DELETE', path(team, user), undefined, who?.access_token);
const held = async (team: string, user: string) =>
  (await test.call('server', 'GET', `/team-permissions?team_id=${team}&user_id=${user}`)).items.map(({ id }) => id);

describe('adding', () => {
  it('grants the default permissions of members', async () => {
    const { status, json } = await add(looms, charles.user_id);
    expect([status, json]).toEqual([201, { team_id: looms, user_id: charles.user_id }]);
    expect(await held(looms, charles.user_id)).toEqual(['member']);
    expect((await add(looms, 'me', ada.access_token)).json.user_id).toBe(ada.user_id);
  });

  it('requires a user, a team, a new member, and server access', async () => {
    expect((await add(nobody, nobody)).json.code).toBe('USER_NOT_FOUND');
    expect((await add(nobody, ada.user_id)).json.code).toBe('TEAM_NOT_FOUND');
    const twice = await add(engines, ada.user_id);
    expect([twice.status, twice.json.code]).toEqual([409, 'TEAM_MEMBERSHIP_ALREADY_EXISTS']);
    expect((await add(looms, 'me')).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    const client = await test.call('client', 'POST', path(looms, 'me'), {}, ada.access_token);
    expect(client.json.code).toBe('INSUFFICIENT_ACCESS_TYPE');
  });

  it.each([
    ['no body', undefined, 'body must be defined'],
    ['fields', { role: 'admin' }, 'body contains unknown properties: role'],
  ])('is rejected with %s', async (_what, body, line) => {
    expect((await test.call('server', 'POST', path(looms, ada.user_id), body)).json.error).toContain(`\n  - ${line}`);
  });
});

describe('removing', () => {
  it('is always possible for oneself, and ends permissions and selection', async () => {
    expect((await remove(engines, 'me', charles)).json).toEqual({ success: true });
    expect(await held(engines, charles.user_id)).toEqual([]);
    expect((await remove(engines, charles.user_id, charles)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await remove(engines, 'me', ada)).status).toBe(200);
    expect((await test.call('server', 'GET', `/users/${ada.user_id}`)).json.selected_team).toBeNull();
  });

  it('of others requires $remove_members', async () => {
    const refused = await remove(engines, ada.user_id, charles);
    expect([refused.status, refused.json]).toMatchObject([
      401,
      { code: 'TEAM_PERMISSION_REQUIRED', details: { permission_id: '$remove_members', user_id: charles.user_id } },
    ]);
    expect((await remove(engines, charles.user_id)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await remove(looms, ada.user_id, charles)).json).toMatchObject({
      code: 'TEAM_MEMBERSHIP_NOT_FOUND',
      details: { user_id: charles.user_id },
    });
    expect((await remove(engines, charles.user_id, ada)).status).toBe(200);
  });

  it('by servers requires a user and a membership', async () => {
    const drop = (team: string, user: string) => test.call('server', 'DELETE', path(team, user), {});
    expect((await drop(nobody, nobody)).json.code).toBe('USER_NOT_FOUND');
    expect((await drop(nobody, ada.user_id)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    expect((await drop(engines, ada.user_id)).json).toEqual({ success: true });
  });
});
