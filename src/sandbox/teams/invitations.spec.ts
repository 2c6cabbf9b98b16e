import { beforeEach, describe, expect, it } from 'vitest';
import { invitation } from '../../contract/service/models/team-models';
import { demoAccounts } from '../seed/seed-named-users';
import type { SignedIn } from '../sessions/access-tokens';
import { createTestSandbox, type TestSandbox } from '../testing/test-sandbox';

const nobody = '00000000-0000-4000-8000-000000000001';
const callback = 'http://localhost:1234/join?x=1';
const week = 7 * 86_400_000;

let test: TestSandbox;
let ada: SignedIn;
let grace: SignedIn;
let charles: SignedIn;
let teams: string[];

beforeEach(async () => {
  test = await createTestSandbox();
  ada = await test.signIn();
  grace = await test.signIn(demoAccounts[1]);
  charles = await test.signIn(demoAccounts[2]);
  teams = (await test.call('server', 'GET', '/teams')).items.map(({ id }) => String(id));
});

const engines = () => String(teams[0]);
const looms = () => String(teams[5]);
const client = (method: string, path: string, body?: unknown, who: SignedIn | null = ada) =>
  test.call('client', method, `/team-invitations${path}`, body, who?.access_token);
const server = (method: string, path: string, body?: unknown, token?: string) =>
  test.call('server', method, `/team-invitations${path}`, body, token);
const revoke = (permission: string, who: SignedIn) =>
  test.call('server', 'DELETE', `/team-permissions/${engines()}/${who.user_id}/${permission}`);

/** Sends an invitation with server access and returns the emailed code. */
async function codeFor(team: string, email = 'new@friends.example'): Promise<string> {
  await server('POST', '/send-code', { team_id: team, email, callback_url: callback });
  const { items } = await test.raw('GET', `/sandbox/mailbox?to=${encodeURIComponent(email)}&limit=1`);
  return /code=(\w{45})/.exec(String(items[0]?.text))?.[1] ?? '';
}

describe('sending', () => {
  const body = () => ({ team_id: engines(), email: 'new@friends.example', callback_url: callback });

  it('emails a link with the code, and lists the invitation', async () => {
    const { status, json } = await client('POST', '/send-code', body());
    expect([status, json]).toEqual([200, { success: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    const { items } = await test.raw('GET', '/sandbox/mailbox?to=new@friends.example');
    expect(items).toMatchObject([{ subject: 'You have been invited to join Analytical Engines' }]);
    expect(String(items[0]?.text)).toMatch(/http:\/\/localhost:1234\/join\?x=1&code=[0-9a-z]{45}/);
    const listed = (await client('GET', `?team_id=${engines()}`)).items.map((item) => invitation.strict().parse(item));
    expect(listed).toContainEqual({
      id: json.id,
      team_id: engines(),
      recipient_email: 'new@friends.example',
      expires_at_millis: test.clock.now() + week,
    });
  });

  it('is rejected in the order of the checks', async () => {
    const bad = { ...body(), callback_url: 'https://elsewhere.example/' };
    expect((await client('POST', '/send-code', bad, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('POST', '/send-code', { ...bad, team_id: looms() })).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    await revoke('member', charles);
    expect((await client('POST', '/send-code', bad, charles)).json).toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { permission_id: '$invite_members' },
    });
    const untrusted = await client('POST', '/send-code', bad);
    expect([untrusted.status, untrusted.json.code]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED']);
    expect((await server('POST', '/send-code', { ...body(), team_id: nobody })).status).toBe(500);
    expect((await test.raw('GET', '/sandbox/mailbox')).items).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['no team', { team_id: undefined }, 'body.team_id must be defined'],
    ['an address that is none', { email: 'new' }, 'body.email must be a valid email'],
    ['a link that is none', { callback_url: 'join' }, 'body.callback_url is not a valid URL'],
    ['unknown fields', { role: 'admin' }, 'body contains unknown properties: role'],
  ])('is rejected with %s', async (_what, change, line) => {
    expect((await client('POST', '/send-code', { ...body(), ...change })).json.error).toContain(`\n  - ${line}`);
  });
});

describe('pending invitations', () => {
  it('are listed until they are used or expire', async () => {
    const recipients = async () => (await server('GET', `?team_id=${engines()}`)).items.map(({ recipient_email }) => recipient_email);
    expect(await recipients()).toHaveLength(3);
    expect(await recipients()).toContain('luigi.menabrea@post.example');
    test.clock.advance(3_600_000);
    expect(await recipients()).not.toContain('luigi.menabrea@post.example');
    const code = await codeFor(engines());
    expect(await recipients()).toContain('new@friends.example');
    await client('POST', '/accept', { code }, null);
    expect(await recipients()).not.toContain('new@friends.example');
  });

  it('require both permissions of clients', async () => {
    const list = (who: SignedIn | null, team = engines()) => client('GET', `?team_id=${team}`, undefined, who);
    expect((await list(charles)).status).toBe(200);
    expect((await list(null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await list(ada, looms())).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    await revoke('member', charles);
    expect((await list(charles)).json).toMatchObject({ details: { permission_id: '$read_members' } });
    await test.call('server', 'POST', `/team-permissions/${engines()}/${charles.user_id}/support`, {});
    expect((await list(charles)).json).toMatchObject({ code: 'TEAM_PERMISSION_REQUIRED', details: { permission_id: '$invite_members' } });
    expect((await server('GET', `?team_id=${nobody}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', '')).json.error).toContain('\n  - query.team_id must be defined');
  });

  it('are revoked by users who can remove members', async () => {
    const code = await codeFor(engines());
    const id = String(
      (await server('GET', `?team_id=${engines()}`)).items.find((item) => item.recipient_email === 'new@friends.example')?.id,
    );
    const drop = (who: SignedIn, team = engines()) => client('DELETE', `/${id}?team_id=${team}`, undefined, who);
    expect((await drop(charles)).json).toMatchObject({ code: 'TEAM_PERMISSION_REQUIRED', details: { permission_id: '$remove_members' } });
    expect((await server('DELETE', `/${id}?team_id=${looms()}`)).status).toBe(500);
    expect((await server('DELETE', `/${id}?team_id=${nobody}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('DELETE', `/${id}`)).json.error).toContain('query.team_id must be defined');
    expect((await drop(ada)).json).toEqual({ success: true });
    expect((await drop(ada)).status).toBe(500);
    expect((await client('POST', '/accept', { code })).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
  });
});

describe('a code', () => {
  const isMember = async (who: SignedIn, team: string) =>
    (await test.call('server', 'GET', `/team-member-profiles/${team}/${who.user_id}`)).status === 200;

  it('is checked without a user, shows its team to users, and adds any user who accepts it', async () => {
    const code = await codeFor(looms());
    expect((await client('POST', '/accept/check-code', { code }, null)).json).toEqual({ is_code_valid: true });
    expect((await client('POST', '/accept/details', { code }, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('POST', '/accept/details', { code })).json).toEqual({ team_id: looms(), team_display_name: 'Jacquard Looms' });
    expect((await client('POST', '/accept', { code: code.toUpperCase() }, charles)).json).toEqual({});
    const grants = await test.call('server', 'GET', `/team-permissions?team_id=${looms()}&user_id=${charles.user_id}`);
    expect(grants.items.map(({ id }) => id)).toEqual(['member']);
    for (const path of ['/accept', '/accept/check-code', '/accept/details']) {
      expect((await client('POST', path, { code })).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    }
  });

  it('is used up even if no user is signed in', async () => {
    const code = await codeFor(looms());
    expect((await client('POST', '/accept', { code }, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('POST', '/accept', { code })).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    expect(await isMember(ada, looms())).toBe(false);
  });

  it('changes nothing for members', async () => {
    const before = await test.call('server', 'GET', `/team-permissions?team_id=${engines()}&user_id=${ada.user_id}`);
    expect((await client('POST', '/accept', { code: await codeFor(engines()) })).json).toEqual({});
    expect((await test.call('server', 'GET', `/team-permissions?team_id=${engines()}&user_id=${ada.user_id}`)).json).toEqual(before.json);
  });

  it('expires after seven days, and isn’t valid in other projects or without its team', async () => {
    const [code, other] = [await codeFor(looms()), await codeFor(String(teams[4]), 'other@friends.example')];
    await test.call('server', 'DELETE', `/teams/${teams[4]}`);
    expect((await client('POST', '/accept', { code: other })).json.code).toBe('TEAM_NOT_FOUND');
    test.clock.advance(week);
    const { access_token } = await test.signIn();
    const later = await test.call('client', 'POST', '/team-invitations/accept', { code }, access_token);
    expect(later.json.code).toBe('VERIFICATION_CODE_EXPIRED');
    const unknown = await test.call('client', 'POST', '/team-invitations/accept', { code: 'x'.repeat(45) }, access_token);
    expect(unknown.json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect((await client('POST', '/accept/check-code', { code: 'short' }, null)).json.error).toContain(
      'body.code must be exactly 45 characters',
    );
  });
});

describe('invitations addressed to the user', () => {
  it('are listed and accepted without their code, if the email is verified', async () => {
    const mine = (await client('GET', '?user_id=me', undefined, grace)).items;
    expect(mine).toMatchObject([{ recipient_email: demoAccounts[1]?.email, team_display_name: "Ladies' Diary Puzzle Club" }]);
    const accept = (who: SignedIn | null) => client('POST', `/${mine[0]?.id}/accept?user_id=me`, undefined, who);
    expect((await accept(ada)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect((await accept(null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await accept(grace)).json).toEqual({});
    expect((await accept(grace)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect((await client('GET', '?user_id=me', undefined, grace)).items).toEqual([]);
    const profile = await test.call('client', 'GET', `/team-member-profiles/${teams[10]}/me`, undefined, grace.access_token);
    expect(profile.json.display_name).toBe('Grace Hopper');
  });

  it('aren’t accessible to other users', async () => {
    await codeFor(looms(), demoAccounts[2]?.email);
    expect((await client('GET', '?user_id=me', undefined, charles)).items).toEqual([]);
    const foreign = [await client('GET', `?user_id=${grace.user_id}`), await client('POST', `/${nobody}/accept?user_id=${grace.user_id}`)];
    expect(foreign.map(({ status, json }) => [status, json.code])).toEqual(Array(2).fill([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER']));
    expect((await client('POST', `/${nobody}/accept`)).json.error).toContain('query.user_id must be defined');
  });

  it('are listed for a user or for a team, not for both', async () => {
    for (const access of ['client', 'server'] as const) {
      const path = `/team-invitations?user_id=${grace.user_id}&team_id=${looms()}`;
      const answer = await test.call(access, 'GET', path, undefined, grace.access_token);
      expect([answer.status, answer.text]).toEqual([400, 'Cannot specify both team_id and user_id']);
    }
  });

  it('are listed and accepted by servers for any user, without a token', async () => {
    const list = (user: string) => test.call('server', 'GET', `/team-invitations?user_id=${user}`);
    const [invitation] = (await list(grace.user_id)).items;
    expect(invitation).toMatchObject({ recipient_email: demoAccounts[1]?.email });
    const accept = (user: string) => test.call('server', 'POST', `/team-invitations/${invitation?.id}/accept?user_id=${user}`);
    expect((await accept(ada.user_id)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect([(await accept(nobody)).json.code, (await list(nobody)).json.code]).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND']);
    expect((await accept(grace.user_id)).json).toEqual({});
    expect((await list(grace.user_id)).items).toEqual([]);
  });
});
