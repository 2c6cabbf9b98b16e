import { expect, test } from 'vitest';
import type { JobTarget } from '#contract/jobs/job.ts';
import type { JobAction, RequestedAction } from '#contract/jobs/job-action.ts';
import { everyUser, newestFirst } from '#contract/query/user-query.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { jobScene, statesOf } from '#tests/support/main/jobs-scene.ts';
import { narrowUsers } from '#tests/support/main/narrow-users.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { specOf } from './job-specs';

const matching = { kind: 'matching', scope: { query: everyUser, order: newestFirst } } as const;
const of = (targets: readonly (string | JobTarget)[]) =>
  ({ kind: 'targets', targets: targets.map((one) => (typeof one === 'string' ? { id: one, of: null } : one)) }) as const;

async function setUp(release = '2.8.109') {
  const sandbox = await createTestSandbox({ users: 12, release });
  const users = (await sandbox.call('server', 'GET', '/users')).items.map(({ id }) => String(id));
  const teamId = String((await sandbox.call('server', 'POST', '/teams', { display_name: 'Difference' })).json.id);
  const join = (user: string) => sandbox.call('server', 'POST', `/team-memberships/${teamId}/${user}`, {});
  const grant = (user: string, id: string) => sandbox.call('server', 'POST', `/team-permissions/${teamId}/${user}/${id}`, {});
  return { sandbox, users, teamId, join, grant, ...(await jobScene(sandbox)) };
}

const userAt = (at: number, own: object = {}) => ({
  ...sampleServerUser,
  id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  ...own,
});

test('all users that match are those of the index at that moment, without a request for any of them', async () => {
  const { process, service } = await setUp();
  const users = Array.from({ length: 2_500 }, (_, at) =>
    userAt(at, { server_metadata: at % 2 === 0 ? { plan: 'free' } : { plan: 'team' } }),
  );
  const own = process({ indexed: [users.slice(0, 30), users.slice(30)] });
  const preview = await own.preview({ kind: 'users.setMetadata', path: 'server.plan', value: 'team' }, matching);
  expect(preview).toMatchObject({ total: 2_500, toSend: 1_250, skipped: [{ reason: 'already', count: 1_250 }], notKnown: 0 });
  expect(preview.first[0]).toMatchObject({ n: 0, name: sampleServerUser.display_name, before: { value: 'free' }, state: 'waiting' });
  expect(service.received).toEqual([]);
});

test.each<RequestedAction>([
  { kind: 'users.verifyEmail' },
  { kind: 'users.setOneTimeCodes', isOn: true },
  { kind: 'users.setOneTimeCodes', isOn: false },
  { kind: 'users.removePasskey' },
  { kind: 'users.removePassword' },
  { kind: 'users.removeTwoFactor' },
  { kind: 'users.restrict', reason: 'Spam', details: null },
  { kind: 'users.liftRestriction' },
  { kind: 'users.setMetadata', path: 'server.plan', value: 'team' },
  { kind: 'users.unsetMetadata', path: 'client.theme' },
  { kind: 'users.sendEmail', subject: 'Hello', html: '<p>Hello</p>', category: 'Transactional' },
])('$kind finds in the fields that it reads what it finds in all of them', async (action) => {
  const spec = specOf(action as JobAction);
  const restricted = { restricted_by_admin: true, restricted_by_admin_reason: 'Spam', restricted_by_admin_private_details: null };
  const on = {
    primary_email_verified: true,
    otp_auth_enabled: true,
    passkey_auth_enabled: true,
    has_password: true,
    requires_totp_mfa: true,
  };
  const off = {
    primary_email_verified: false,
    otp_auth_enabled: false,
    passkey_auth_enabled: false,
    has_password: false,
    requires_totp_mfa: false,
  };
  const free = { restricted_by_admin: false, restricted_by_admin_reason: null, restricted_by_admin_private_details: null };
  const metadata = { server_metadata: { plan: 'team' }, client_metadata: { theme: 'dark' } };
  const users = [
    userAt(1, { ...on, ...restricted, ...metadata }),
    userAt(2, { ...off, ...free }),
    userAt(3, { ...on, ...free, primary_email: null }),
  ];
  const { stateOf } = await spec.survey(() => Promise.reject(new Error('Nothing is asked.')), null);
  const found = (some: readonly object[]) =>
    some.map((user, at) => {
      const target = { id: users[at]?.id ?? '', of: null };
      const state = stateOf(target, user);
      return [spec.seen(state), spec.judge({ target, before: spec.seen(state), value: null }, state)];
    });
  expect(spec.userFields).toBeDefined();
  expect(found(narrowUsers(users, spec.userFields))).toEqual(found(users));
});

test.each<[RequestedAction, number]>([
  [{ kind: 'users.delete' }, 2],
  [{ kind: 'users.revokeSessions' }, 2],
  [{ kind: 'users.grantInProject', permissionId: 'analyst' }, 0],
])('$kind spares %i users who are signed in here, or own projects', async (action, spared) => {
  const { users, process } = await setUp();
  const [self = '', owner = '', third = ''] = users.slice(6);
  const own = process({
    ownTargets: new Map([
      [self, 'self'],
      [owner, 'owner'],
    ]),
  });
  const { skipped } = await own.preview(action, of([self, owner, third]));
  expect(skipped).toEqual(
    spared === 0
      ? []
      : [
          { reason: 'owner', count: 1 },
          { reason: 'self', count: 1 },
        ],
  );
});

test('the keys of the connection itself aren’t revoked', async () => {
  const { sandbox, process } = await setUp();
  const sets = (await sandbox.call('admin', 'GET', '/internal/api-keys')).items as readonly {
    id: string;
    secret_server_key?: { last_four: string };
  }[];
  const used = sets.find(({ secret_server_key: key }) => key !== undefined && sandbox.keys.secret_server_key.endsWith(key.last_four));
  const own = process({ ownTargets: new Map([[`server key ${sandbox.keys.secret_server_key.slice(-4)}`, 'self']]) });
  expect((await own.preview({ kind: 'apiKeys.revokeSets' }, of([used?.id ?? '']))).skipped).toEqual([{ reason: 'self', count: 1 }]);
});

test('the last of a team who can manage it stay, however many are chosen', async () => {
  const { users, teamId, join, grant, process } = await setUp();
  const [one = '', two = '', three = '', four = ''] = users;
  for (const user of [one, two, three]) await join(user);
  for (const user of [one, two]) await grant(user, 'team_admin');
  const id = await process().start({ kind: 'users.removeFromTeam', teamId }, [one, two, three, four]);
  expect(statesOf(await process().rows(id))).toEqual(['waiting', 'skipped last-admin', 'waiting', 'skipped already']);
  const revoke = { kind: 'users.revokeInTeam', teamId, permissionId: 'team_admin' } as const;
  const revoking = await process().start(revoke, [one, two, three, four]);
  expect(statesOf(await process().rows(revoking))).toEqual(['waiting', 'skipped last-admin', 'skipped already', 'skipped not-a-member']);
});

test('users without whom no one could manage a team stay, but not those who are alone in it', async () => {
  const { sandbox, join, grant, process } = await setUp();
  const created = async () => String((await sandbox.call('server', 'POST', '/users', { display_name: 'Temporary' })).json.id);
  const [one, two, three, alone] = [await created(), await created(), await created(), await created()];
  const own = String((await sandbox.call('server', 'POST', '/teams', { display_name: 'Alone' })).json.id);
  for (const user of [one, two, three]) await join(user);
  for (const user of [one, two]) await grant(user, 'team_admin');
  await sandbox.call('server', 'POST', `/team-memberships/${own}/${alone}`, {});
  await sandbox.call('server', 'POST', `/team-permissions/${own}/${alone}/team_admin`, {});
  const id = await process().start({ kind: 'users.delete' }, [one, two, three, alone]);
  expect(statesOf(await process().rows(id))).toEqual(['waiting', 'skipped last-admin', 'waiting', 'waiting']);
});

test('users without an address get no email, and none of theirs is marked as verified', async () => {
  const { sandbox, process } = await setUp();
  const user = String((await sandbox.call('server', 'POST', '/users', { display_name: 'Nameless' })).json.id);
  for (const action of [
    { kind: 'users.verifyEmail' },
    { kind: 'users.sendSignInInvitation', callbackUrl: 'http://localhost:3000' },
    { kind: 'users.sendEmail', subject: 's', html: 'h', category: 'Marketing' },
  ] as const)
    expect((await process().preview(action, of([user]))).skipped).toEqual([{ reason: 'no-email', count: 1 }]);
});

test('an email is marked as verified only if it is still the one that was shown', async () => {
  const { sandbox, users, process } = await setUp();
  const [user = ''] = users.slice(8);
  const patch = (body: object) => sandbox.call('server', 'PATCH', `/users/${user}`, body);
  await patch({ primary_email: 'old@x.example', primary_email_verified: false });
  const own = process();
  const id = await own.start({ kind: 'users.verifyEmail' }, [user]);
  await patch({ primary_email: 'new@x.example', primary_email_verified: false });
  await own.run(id);
  expect(statesOf(await own.rows(id))).toEqual(['skipped changed']);
});

test.each<[string, RequestedAction, Parameters<typeof of>[0], string]>([
  ['a key without its owner', { kind: 'apiKeys.revokeOfUsers' }, ['k'], 'bad-input'],
  ['a user of a team', { kind: 'users.delete' }, [{ id: 'u', of: 't' }], 'bad-input'],
  ['what is no address', { kind: 'invitations.send', teamId: userAt(1).id, callbackUrl: 'http://x.test' }, ['ada'], 'bad-input'],
])('%s is refused', async (_what, action, targets, code) => {
  const { process } = await setUp();
  expect(await reportOf(process().preview(action, of(targets)))).toMatchObject({ code });
});

test('what can’t be previewed leaves nothing behind', async () => {
  const { process, users } = await setUp('2.8.4');
  const own = process();
  expect(await reportOf(own.preview({ kind: 'users.delete' }, matching))).toMatchObject({ code: 'object-gone' });
  expect(await reportOf(own.preview({ kind: 'teams.delete' }, matching))).toMatchObject({ code: 'bad-input' });
  const restrict = { kind: 'users.restrict', reason: null, details: null } as const;
  expect(await reportOf(own.preview(restrict, of(users.slice(0, 1))))).toMatchObject({ code: 'not-offered-by-service' });
  expect(await own.request({ op: 'jobs-clean', removedIds: ['c'], previewsBefore: 0, endedBefore: 0 })).toEqual({ removed: 0 });
});
