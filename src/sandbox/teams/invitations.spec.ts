import { beforeEach, describe, expect, it } from 'vitest';
import { invitation } from '#contract/service/models/team-models.ts';
import { demoAccounts } from '../seed/seed-named-users';
import type { SignedIn } from '../sessions/access-tokens';
import { createTeamScene, type TeamScene, unknownId } from '../testing/team-scene';

const callback = 'http://localhost:1234/join?x=1';
const week = 7 * 86_400_000;

let scene: TeamScene;

beforeEach(async () => {
  scene = await createTeamScene();
});

const client = (method: string, path: string, body?: unknown, who: SignedIn | null = scene.ada) =>
  scene.call('client', method, `/team-invitations${path}`, body, who?.access_token);
const server = (method: string, path: string, body?: unknown, token?: string) =>
  scene.call('server', method, `/team-invitations${path}`, body, token);
const revoke = (permission: string, who: SignedIn) =>
  scene.call('server', 'DELETE', `/team-permissions/${scene.engines}/${who.user_id}/${permission}`);

/** Sends an invitation with server access and returns the emailed code. */
async function codeFor(team: string, email = 'new@friends.example'): Promise<string> {
  await server('POST', '/send-code', { team_id: team, email, callback_url: callback });
  const { items } = await scene.raw('GET', `/sandbox/mailbox?to=${encodeURIComponent(email)}&limit=1`);
  return /code=(\w{45})/.exec(String(items[0]?.text))?.[1] ?? '';
}

describe('sending', () => {
  const body = () => ({ team_id: scene.engines, email: 'new@friends.example', callback_url: callback });

  it('emails a link with the code, and lists the invitation', async () => {
    const { status, json } = await client('POST', '/send-code', body());
    expect([status, json]).toEqual([200, { success: true, id: expect.stringMatching(/^[0-9a-f-]{36}$/) }]);
    const { items } = await scene.raw('GET', '/sandbox/mailbox?to=new@friends.example');
    expect(items).toMatchObject([{ subject: 'You have been invited to join Analytical Engines' }]);
    expect(String(items[0]?.text)).toMatch(/http:\/\/localhost:1234\/join\?x=1&code=[0-9a-z]{45}/);
    const listed = (await client('GET', `?team_id=${scene.engines}`)).items.map((item) => invitation.strict().parse(item));
    expect(listed).toContainEqual({
      id: json.id,
      team_id: scene.engines,
      recipient_email: 'new@friends.example',
      expires_at_millis: scene.clock.now() + week,
    });
  });

  it('is rejected in the order of the checks', async () => {
    const bad = { ...body(), callback_url: 'https://elsewhere.example/' };
    expect((await client('POST', '/send-code', bad, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('POST', '/send-code', { ...bad, team_id: scene.looms })).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    await revoke('member', scene.charles);
    expect((await client('POST', '/send-code', bad, scene.charles)).json).toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { permission_id: '$invite_members' },
    });
    const untrusted = await client('POST', '/send-code', bad);
    expect([untrusted.status, untrusted.json.code]).toEqual([400, 'REDIRECT_URL_NOT_WHITELISTED']);
    expect((await server('POST', '/send-code', { ...body(), team_id: unknownId })).status).toBe(500);
    expect((await scene.raw('GET', '/sandbox/mailbox')).items).toEqual([]);
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
    const recipients = async () => (await server('GET', `?team_id=${scene.engines}`)).items.map(({ recipient_email }) => recipient_email);
    expect(await recipients()).toHaveLength(3);
    expect(await recipients()).toContain('luigi.menabrea@post.example');
    scene.clock.advance(3_600_000);
    expect(await recipients()).not.toContain('luigi.menabrea@post.example');
    const code = await codeFor(scene.engines);
    expect(await recipients()).toContain('new@friends.example');
    await client('POST', '/accept', { code }, null);
    expect(await recipients()).not.toContain('new@friends.example');
  });

  it('require both permissions of clients', async () => {
    const list = (who: SignedIn | null, team = scene.engines) => client('GET', `?team_id=${team}`, undefined, who);
    expect((await list(scene.charles)).status).toBe(200);
    expect((await list(null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await list(scene.ada, scene.looms)).json.code).toBe('TEAM_MEMBERSHIP_NOT_FOUND');
    await revoke('member', scene.charles);
    expect((await list(scene.charles)).json).toMatchObject({ details: { permission_id: '$read_members' } });
    await scene.call('server', 'POST', `/team-permissions/${scene.engines}/${scene.charles.user_id}/support`, {});
    expect((await list(scene.charles)).json).toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { permission_id: '$invite_members' },
    });
    expect((await server('GET', `?team_id=${unknownId}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('GET', '')).json.error).toContain('\n  - query.team_id must be defined');
  });

  it('are revoked by users who can remove members', async () => {
    const code = await codeFor(scene.engines);
    const id = String(
      (await server('GET', `?team_id=${scene.engines}`)).items.find((item) => item.recipient_email === 'new@friends.example')?.id,
    );
    const drop = (who: SignedIn, team = scene.engines) => client('DELETE', `/${id}?team_id=${team}`, undefined, who);
    expect((await drop(scene.charles)).json).toMatchObject({
      code: 'TEAM_PERMISSION_REQUIRED',
      details: { permission_id: '$remove_members' },
    });
    expect((await server('DELETE', `/${id}?team_id=${scene.looms}`)).status).toBe(500);
    expect((await server('DELETE', `/${id}?team_id=${unknownId}`)).json.code).toBe('TEAM_NOT_FOUND');
    expect((await server('DELETE', `/${id}`)).json.error).toContain('query.team_id must be defined');
    expect((await drop(scene.ada)).json).toEqual({ success: true });
    expect((await drop(scene.ada)).status).toBe(500);
    expect((await client('POST', '/accept', { code })).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
  });
});

describe('a code', () => {
  const isMember = async (who: SignedIn, team: string) =>
    (await scene.call('server', 'GET', `/team-member-profiles/${team}/${who.user_id}`)).status === 200;

  it('is checked without a user, shows its team to users, and adds any user who accepts it', async () => {
    const code = await codeFor(scene.looms);
    expect((await client('POST', '/accept/check-code', { code }, null)).json).toEqual({ is_code_valid: true });
    expect((await client('POST', '/accept/details', { code }, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('POST', '/accept/details', { code })).json).toEqual({ team_id: scene.looms, team_display_name: 'Jacquard Looms' });
    expect((await client('POST', '/accept', { code: code.toUpperCase() }, scene.charles)).json).toEqual({});
    const grants = await scene.call('server', 'GET', `/team-permissions?team_id=${scene.looms}&user_id=${scene.charles.user_id}`);
    expect(grants.items.map(({ id }) => id)).toEqual(['member']);
    for (const path of ['/accept', '/accept/check-code', '/accept/details']) {
      expect((await client('POST', path, { code })).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    }
  });

  it('is used up even if no user is signed in', async () => {
    const code = await codeFor(scene.looms);
    expect((await client('POST', '/accept', { code }, null)).json.code).toBe('USER_AUTHENTICATION_REQUIRED');
    expect((await client('POST', '/accept', { code })).json.code).toBe('VERIFICATION_CODE_ALREADY_USED');
    expect(await isMember(scene.ada, scene.looms)).toBe(false);
  });

  it('changes nothing for members', async () => {
    const before = await scene.call('server', 'GET', `/team-permissions?team_id=${scene.engines}&user_id=${scene.ada.user_id}`);
    expect((await client('POST', '/accept', { code: await codeFor(scene.engines) })).json).toEqual({});
    expect((await scene.call('server', 'GET', `/team-permissions?team_id=${scene.engines}&user_id=${scene.ada.user_id}`)).json).toEqual(
      before.json,
    );
  });

  it('expires after seven days, and isn’t valid in other projects or without its team', async () => {
    const [code, other] = [await codeFor(scene.looms), await codeFor(String(scene.teams[4]), 'other@friends.example')];
    await scene.call('server', 'DELETE', `/teams/${scene.teams[4]}`);
    expect((await client('POST', '/accept', { code: other })).json.code).toBe('TEAM_NOT_FOUND');
    scene.clock.advance(week);
    const { access_token } = await scene.signIn();
    const later = await scene.call('client', 'POST', '/team-invitations/accept', { code }, access_token);
    expect(later.json.code).toBe('VERIFICATION_CODE_EXPIRED');
    const unknown = await scene.call('client', 'POST', '/team-invitations/accept', { code: 'x'.repeat(45) }, access_token);
    expect(unknown.json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect((await client('POST', '/accept/check-code', { code: 'short' }, null)).json.error).toContain(
      'body.code must be exactly 45 characters',
    );
  });
});

describe('invitations addressed to the user', () => {
  beforeEach(async () => {
    scene = await createTeamScene('2.8.69');
  });

  it('are listed and accepted without their code, if the email is verified', async () => {
    const mine = (await client('GET', '?user_id=me', undefined, scene.grace)).items;
    expect(mine).toMatchObject([{ recipient_email: demoAccounts[1]?.email, team_display_name: "Ladies' Diary Puzzle Club" }]);
    const accept = (who: SignedIn | null) => client('POST', `/${mine[0]?.id}/accept?user_id=me`, undefined, who);
    expect((await accept(scene.ada)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect((await accept(null)).json.code).toBe('CANNOT_GET_OWN_USER_WITHOUT_USER');
    expect((await accept(scene.grace)).json).toEqual({});
    expect((await accept(scene.grace)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect((await client('GET', '?user_id=me', undefined, scene.grace)).items).toEqual([]);
    const profile = await scene.call('client', 'GET', `/team-member-profiles/${scene.teams[10]}/me`, undefined, scene.grace.access_token);
    expect(profile.json.display_name).toBe('Grace Hopper');
  });

  it('aren’t accessible to other users', async () => {
    await codeFor(scene.looms, demoAccounts[2]?.email);
    expect((await client('GET', '?user_id=me', undefined, scene.charles)).items).toEqual([]);
    const foreign = [
      await client('GET', `?user_id=${scene.grace.user_id}`),
      await client('POST', `/${unknownId}/accept?user_id=${scene.grace.user_id}`),
    ];
    expect(foreign.map(({ status, json }) => [status, json.code])).toEqual(Array(2).fill([400, 'CANNOT_GET_OWN_USER_WITHOUT_USER']));
    expect((await client('POST', `/${unknownId}/accept`)).json.error).toContain('query.user_id must be defined');
  });

  it('are listed for a user or for a team, not for both', async () => {
    for (const access of ['client', 'server'] as const) {
      const path = `/team-invitations?user_id=${scene.grace.user_id}&team_id=${scene.looms}`;
      const answer = await scene.call(access, 'GET', path, undefined, scene.grace.access_token);
      expect([answer.status, answer.text]).toEqual([400, 'Cannot specify both team_id and user_id']);
    }
  });

  it('are listed and accepted by servers for any user, without a token', async () => {
    const list = (user: string) => scene.call('server', 'GET', `/team-invitations?user_id=${user}`);
    const [invitation] = (await list(scene.grace.user_id)).items;
    expect(invitation).toMatchObject({ recipient_email: demoAccounts[1]?.email });
    const accept = (user: string) => scene.call('server', 'POST', `/team-invitations/${invitation?.id}/accept?user_id=${user}`);
    expect((await accept(scene.ada.user_id)).json.code).toBe('VERIFICATION_CODE_NOT_FOUND');
    expect([(await accept(unknownId)).json.code, (await list(unknownId)).json.code]).toEqual(['USER_NOT_FOUND', 'USER_NOT_FOUND']);
    expect((await accept(scene.grace.user_id)).json).toEqual({});
    expect((await list(scene.grace.user_id)).items).toEqual([]);
  });
});
