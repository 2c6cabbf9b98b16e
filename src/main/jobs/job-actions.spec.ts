/** Each action over the sandbox: what is sent for it, what a second job leaves out, what becomes of a lost response, and what its undo leaves. */
import { describe, expect, test } from 'vitest';
import type { JobTarget } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { createTestSandbox, type TestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { jobScene, statesOf } from '#tests/support/main/jobs-scene.ts';
import { ownEmailServer } from '#tests/support/samples/own-email-server.ts';

interface Found {
  readonly sandbox: TestSandbox;
  /** Users without any other role. */
  readonly users: readonly string[];
  readonly teamId: string;
}

interface Case {
  readonly action: (found: Found) => RequestedAction;
  /** Prepares the sandbox, and returns the target of one row. */
  readonly target: (found: Found) => Promise<JobTarget | string> | JobTarget | string;
  /** The requests, with `{id}` in place of IDs. */
  readonly sends: readonly string[];
  /** The state of the row of a second job. */
  readonly again: string;
  /** The state after its response was lost; by default it is read, and done. */
  readonly lost?: string;
  /** What the undo sends; none if there is no undo. */
  readonly undo?: readonly string[];
}

const own = ({ users: [user = ''] }: Found) => user;
const patch = async ({ sandbox, users: [user = ''] }: Found, body: object) => {
  await sandbox.call('server', 'PATCH', `/users/${user}`, body);
  return user;
};
const made = async ({ sandbox }: Found, path: string, body: object) => String((await sandbox.call('admin', 'POST', path, body)).json.id);
const joined = async ({ sandbox, users: [user = ''], teamId }: Found) => {
  await sandbox.call('server', 'POST', `/team-memberships/${teamId}/${user}`, {});
  return user;
};
const html = { subject: 'News', html: '<p>Hi</p>', category: 'Marketing' };
const callbackUrl = 'http://localhost:3000/handler';

const cases: Readonly<Record<string, Case>> = {
  'users.delete': {
    action: () => ({ kind: 'users.delete' }),
    target: (found) => made(found, '/users', { display_name: 'Temporary' }),
    sends: ['DELETE /users/{id}'],
    again: 'skipped gone',
  },
  'users.revokeSessions': {
    action: () => ({ kind: 'users.revokeSessions' }),
    // Who has signed in twice.
    target: own,
    sends: ['DELETE /auth/sessions/{id}?user_id={id}', 'DELETE /auth/sessions/{id}?user_id={id}'],
    again: 'skipped already',
  },
  'users.addToTeam': {
    action: ({ teamId }) => ({ kind: 'users.addToTeam', teamId }),
    target: own,
    sends: ['POST /team-memberships/{id}/{id}'],
    again: 'skipped already',
    undo: ['DELETE /team-memberships/{id}/{id}'],
  },
  'users.removeFromTeam': {
    action: ({ teamId }) => ({ kind: 'users.removeFromTeam', teamId }),
    async target(found) {
      const user = await joined(found);
      await joined({ ...found, users: found.users.slice(1) });
      await found.sandbox.call('server', 'POST', `/team-permissions/${found.teamId}/${user}/$read_members`, {});
      return user;
    },
    sends: ['DELETE /team-memberships/{id}/{id}'],
    again: 'skipped already',
    // Granted also where a new member has it by default, which the service allows.
    undo: [
      'POST /team-memberships/{id}/{id}',
      'POST /team-permissions/{id}/{id}/$read_members',
      'POST /team-permissions/{id}/{id}/team_member',
    ],
  },
  'users.grantInProject': {
    action: () => ({ kind: 'users.grantInProject', permissionId: 'analyst' }),
    target: own,
    sends: ['POST /project-permissions/{id}/analyst'],
    again: 'skipped already',
    undo: ['DELETE /project-permissions/{id}/analyst'],
  },
  'users.revokeInProject': {
    action: () => ({ kind: 'users.revokeInProject', permissionId: 'analyst' }),
    async target(found) {
      await found.sandbox.call('server', 'POST', `/project-permissions/${own(found)}/analyst`, {});
      return own(found);
    },
    sends: ['DELETE /project-permissions/{id}/analyst'],
    again: 'skipped already',
    undo: ['POST /project-permissions/{id}/analyst'],
  },
  'users.grantInTeam': {
    action: ({ teamId }) => ({ kind: 'users.grantInTeam', teamId, permissionId: '$update_team' }),
    target: joined,
    sends: ['POST /team-permissions/{id}/{id}/$update_team'],
    again: 'skipped already',
    undo: ['DELETE /team-permissions/{id}/{id}/$update_team'],
  },
  'users.revokeInTeam': {
    action: ({ teamId }) => ({ kind: 'users.revokeInTeam', teamId, permissionId: '$read_members' }),
    async target(found) {
      const user = await joined(found);
      await found.sandbox.call('server', 'POST', `/team-permissions/${found.teamId}/${user}/$read_members`, {});
      return user;
    },
    sends: ['DELETE /team-permissions/{id}/{id}/$read_members'],
    again: 'skipped already',
    undo: ['POST /team-permissions/{id}/{id}/$read_members'],
  },
  'users.unsetMetadata': {
    action: () => ({ kind: 'users.unsetMetadata', path: 'client.a.b' }),
    target: (found) => patch(found, { client_metadata: { a: { b: 1, c: 2 } } }),
    sends: ['PATCH /users/{id} {"client_metadata":{"a":{"c":2}}}'],
    again: 'skipped already',
    undo: ['PATCH /users/{id} {"client_metadata":{"a":{"c":2,"b":1}}}'],
  },
  'users.verifyEmail': {
    action: () => ({ kind: 'users.verifyEmail' }),
    target: (found) => patch(found, { primary_email_verified: false }),
    sends: ['PATCH /users/{id} {"primary_email_verified":true}'],
    again: 'skipped already',
    undo: ['PATCH /users/{id} {"primary_email_verified":false}'],
  },
  'users.setOneTimeCodes': {
    action: () => ({ kind: 'users.setOneTimeCodes', isOn: false }),
    target: (found) => patch(found, { otp_auth_enabled: true }),
    sends: ['PATCH /users/{id} {"otp_auth_enabled":false}'],
    again: 'skipped already',
    undo: ['PATCH /users/{id} {"otp_auth_enabled":true}'],
  },
  'users.removePassword': {
    action: () => ({ kind: 'users.removePassword' }),
    target: (found) => patch(found, { password: 'Analytical-Engine-1843' }),
    sends: ['PATCH /users/{id} {"password":null}'],
    again: 'skipped already',
  },
  'users.removeTwoFactor': {
    action: () => ({ kind: 'users.removeTwoFactor' }),
    target: (found) => patch(found, { totp_secret_base64: Buffer.alloc(20, 7).toString('base64') }),
    sends: ['PATCH /users/{id} {"totp_secret_base64":null}'],
    again: 'skipped already',
  },
  'users.restrict': {
    action: () => ({ kind: 'users.restrict', reason: 'Spam', details: null }),
    target: own,
    sends: [
      'PATCH /users/{id} {"restricted_by_admin":true,"restricted_by_admin_reason":"Spam","restricted_by_admin_private_details":null}',
    ],
    again: 'skipped already',
    undo: ['PATCH /users/{id} {"restricted_by_admin":false,"restricted_by_admin_reason":null,"restricted_by_admin_private_details":null}'],
  },
  'users.liftRestriction': {
    action: () => ({ kind: 'users.liftRestriction' }),
    target: (found) => patch(found, { restricted_by_admin: true, restricted_by_admin_reason: 'Spam' }),
    sends: ['PATCH /users/{id} {"restricted_by_admin":false,"restricted_by_admin_reason":null,"restricted_by_admin_private_details":null}'],
    again: 'skipped already',
    undo: ['PATCH /users/{id} {"restricted_by_admin":true,"restricted_by_admin_reason":"Spam","restricted_by_admin_private_details":null}'],
  },
  'teams.delete': {
    action: () => ({ kind: 'teams.delete' }),
    target: ({ teamId }) => teamId,
    sends: ['DELETE /teams/{id}'],
    again: 'skipped gone',
  },
  'teams.addMember': {
    action: (found) => ({ kind: 'teams.addMember', userId: own(found) }),
    target: ({ teamId }) => teamId,
    sends: ['POST /team-memberships/{id}/{id}'],
    again: 'skipped already',
    undo: ['DELETE /team-memberships/{id}/{id}'],
  },
  'teams.setMetadata': {
    action: () => ({ kind: 'teams.setMetadata', path: 'server.plan', value: 'team' }),
    target: ({ teamId }) => teamId,
    sends: ['PATCH /teams/{id} {"server_metadata":{"plan":"team"}}'],
    again: 'skipped already',
    undo: ['PATCH /teams/{id} {"server_metadata":{}}'],
  },
  'apiKeys.revokeOfUsers': {
    action: () => ({ kind: 'apiKeys.revokeOfUsers' }),
    async target(found) {
      const key = { user_id: own(found), description: 'CI', expires_at_millis: null };
      return { id: await made(found, '/user-api-keys', key), of: own(found) };
    },
    sends: ['PATCH /user-api-keys/{id}?user_id={id} {"revoked":true}'],
    again: 'skipped already',
  },
  'apiKeys.revokeOfTeams': {
    action: () => ({ kind: 'apiKeys.revokeOfTeams' }),
    async target(found) {
      const key = { team_id: found.teamId, description: 'CI', expires_at_millis: null };
      return { id: await made(found, '/team-api-keys', key), of: found.teamId };
    },
    sends: ['PATCH /team-api-keys/{id}?team_id={id} {"revoked":true}'],
    again: 'skipped already',
  },
  'apiKeys.revokeSets': {
    action: () => ({ kind: 'apiKeys.revokeSets' }),
    target: (found) =>
      made(found, '/internal/api-keys', {
        ...{ description: 'CI', expires_at_millis: 4_000_000_000_000, has_publishable_client_key: true },
        ...{ has_secret_server_key: false, has_super_secret_admin_key: false },
      }),
    sends: ['PATCH /internal/api-keys/{id} {"revoked":true}'],
    again: 'skipped already',
  },
  'sessions.revoke': {
    action: () => ({ kind: 'sessions.revoke' }),
    async target(found) {
      const of = own(found);
      for (let times = 0; times < 2; times += 1) await found.sandbox.call('server', 'POST', '/auth/sessions', { user_id: of });
      const { items } = await found.sandbox.call('admin', 'GET', `/auth/sessions?user_id=${of}`);
      return { id: String(items[0]?.id), of };
    },
    sends: ['DELETE /auth/sessions/{id}?user_id={id}'],
    again: 'skipped gone',
  },
  'invitations.revoke': {
    action: () => ({ kind: 'invitations.revoke' }),
    async target(found) {
      const body = { team_id: found.teamId, email: 'new@x.example', callback_url: callbackUrl };
      return { id: await made(found, '/team-invitations/send-code', body), of: found.teamId };
    },
    sends: ['DELETE /team-invitations/{id}?team_id={id}'],
    again: 'skipped gone',
  },
  'invitations.send': {
    action: ({ teamId }) => ({ kind: 'invitations.send', teamId, callbackUrl }),
    target: () => 'new@x.example',
    sends: [`POST /team-invitations/send-code {"team_id":"{id}","email":"new@x.example","callback_url":"${callbackUrl}"}`],
    again: 'skipped already',
    lost: 'unknown connection-lost',
  },
  'definitions.delete': {
    action: () => ({ kind: 'definitions.delete', of: 'project' }),
    target: () => 'analyst',
    sends: ['DELETE /project-permission-definitions/analyst'],
    again: 'skipped gone',
  },
  'users.sendSignInInvitation': {
    action: () => ({ kind: 'users.sendSignInInvitation', callbackUrl }),
    target: (found) => patch(found, { primary_email: 'one@x.example' }),
    sends: [`POST /internal/send-sign-in-invitation {"email":"one@x.example","callback_url":"${callbackUrl}"}`],
    again: 'done',
    lost: 'unknown connection-lost',
  },
  'users.sendEmail': {
    action: () => ({ kind: 'users.sendEmail', ...html }),
    target: own,
    sends: ['POST /emails/send-email {"subject":"News","html":"<p>Hi</p>","notification_category_name":"Marketing","user_ids":["{id}"]}'],
    again: 'done',
    lost: 'unknown connection-lost',
  },
};

const ids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

async function setUp({ action, target }: Case) {
  const sandbox = await createTestSandbox({ users: 30, release: '2.8.109', smtp: async () => null });
  sandbox.configure({ allow_user_api_keys: true, allow_team_api_keys: true, email_config: ownEmailServer });
  const scene = await jobScene(sandbox);
  const { items } = await sandbox.call('server', 'GET', '/users');
  const users = items.slice(15).map(({ id }) => String(id));
  const teamId = String((await sandbox.call('server', 'POST', '/teams', { display_name: 'Difference' })).json.id);
  const found: Found = { sandbox, users, teamId };
  const row = await target(found);
  const jobs = scene.process();
  const sent = () =>
    scene.service.writes().map(({ method, path, body }) => {
      const shown = JSON.stringify(body ?? {}) === '{}' ? '' : ` ${JSON.stringify(body)}`;
      return `${method} ${decodeURIComponent(path)}${shown}`.replace(ids, '{id}');
    });
  const start = () => jobs.start(action(found), [row]);
  return { ...scene, jobs, sent, start };
}

describe.each(Object.entries(cases))('%s', (_kind, one) => {
  test('sends this, and a second job leaves out what is so', async () => {
    const { jobs, start, sent } = await setUp(one);
    const id = await start();
    expect(await jobs.run(id)).toEqual({ kind: 'done' });
    expect(statesOf(await jobs.rows(id))).toEqual(['done']);
    expect(sent()).toEqual(one.sends);
    const again = await start();
    await jobs.run(again);
    expect(statesOf(await jobs.rows(again))).toEqual([one.again]);
  });

  test('has the true result after a lost response', async () => {
    const { jobs, start, service } = await setUp(one);
    const id = await start();
    let isLost = false;
    service.fate = ({ method }) => {
      if (method === 'GET' || isLost) return undefined;
      isLost = true;
      return 'lost-response';
    };
    expect(await jobs.run(id)).toEqual({ kind: 'done' });
    expect(statesOf(await jobs.rows(id))).toEqual([one.lost ?? 'done']);
  });

  test('is undone by this, or can’t be', async () => {
    const { jobs, start, sent } = await setUp(one);
    const id = await start();
    await jobs.run(id);
    if (one.undo === undefined) {
      await expect(jobs.previewUndo(id)).rejects.toMatchObject({ report: { code: 'object-gone' } });
      return;
    }
    const before = sent().length;
    const undo = await jobs.begin(await jobs.previewUndo(id));
    expect(await jobs.run(undo)).toEqual({ kind: 'done' });
    expect([statesOf(await jobs.rows(undo)), sent().slice(before)]).toEqual([['done'], one.undo]);
  });
});
