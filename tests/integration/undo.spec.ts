/** What an undo does when something isn't as it was: another admin, another release, no key, a lost response, and safety levels. */
import { expect, test } from 'vitest';
import { AppError, type ErrorReport } from '#contract/errors.ts';
import { missingPathTtlMillis } from '#main/remote/releases/releases.ts';
import { defaultRelease } from '#sandbox/releases/release.ts';
import { eventually } from '../support/eventually';
import { headlessPorts } from '../support/main/headless-ports';
import type { LaunchOptions } from '../support/main/launch-app';
import { startLibraryInProcess } from '../support/main/library-in-process';
import { openedRelease } from '../support/main/release-app';

async function setUp(release = defaultRelease, options: LaunchOptions = {}) {
  const scene = await openedRelease(release, { spawnWorker: () => startLibraryInProcess(), ...options });
  const { service, api, asProject } = scene;
  const user = await service.users.create({ ...asProject, body: { display_name: 'Alan', server_metadata: { plan: 'free', seats: 5 } } });
  const params = { user_id: user.id };
  const newest = () =>
    eventually(async () => {
      const [entry] = (await api.journal.list({ filter: {}, limit: 1 })).entries;
      expect(entry?.outcome).not.toBeNull();
      return entry as NonNullable<typeof entry>;
    });
  const rename = async (display_name: string) => {
    await service.users.update({ ...asProject, params, body: { display_name } });
    return (await newest()).seq;
  };
  const run = async (seq: number, secrets = {}) => {
    const { connectionId, fingerprint } = await api.undo.plan({ seq });
    return api.undo.run({ seq, connectionId: connectionId ?? '', fingerprint, secrets });
  };
  const name = async () => (await service.users.read({ ...asProject, params })).display_name;
  return { ...scene, params, newest, rename, run, name };
}

const reportOf = (promise: Promise<unknown>): Promise<ErrorReport | null> =>
  promise.then(
    () => null,
    (thrown: unknown) => {
      if (thrown instanceof AppError) return thrown.report;
      throw thrown;
    },
  );

test('an undo can be undone, and entries are linked both ways', async () => {
  const { api, rename, run, name, newest } = await setUp();
  const seq = await rename('Turing');
  expect(await run(seq)).toEqual({ done: 1, of: 1, error: null });
  expect(await name()).toBe('Alan');
  const undo = await newest();
  expect(undo).toMatchObject({ undoes: seq });
  expect((await api.journal.read({ seq }))?.undoneBy).toBe(undo.seq);
  expect((await api.undo.plan({ seq })).reason).toBe('unchanged');
  await run(undo.seq);
  expect(await name()).toBe('Turing');
});

test('what another admin has changed since is kept, and stops an undo that was planned before', async () => {
  const { api, service, asProject, params, newest } = await setUp();
  const update = (server_metadata: Readonly<Record<string, string | number | boolean>>) =>
    service.users.update({ ...asProject, params, body: { server_metadata } });
  await update({ plan: 'team', seats: 12, trial: true });
  const { seq } = await newest();
  const { connectionId, fingerprint } = await api.undo.plan({ seq });
  await update({ plan: 'team', seats: 25, trial: true, notes: 'x' });
  const given = { seq, connectionId: connectionId ?? '', secrets: {} };
  expect(await reportOf(api.undo.run({ ...given, fingerprint }))).toMatchObject({ code: 'changed-elsewhere' });
  const plan = await api.undo.plan({ seq });
  expect(plan.rows.map(({ path: [, key], effect }) => [key, effect])).toEqual([
    ['plan', 'restored'],
    ['seats', 'kept'],
    ['trial', 'removed'],
  ]);
  expect(plan.others).toEqual(['notes']);
  await api.undo.run({ ...given, fingerprint: plan.fingerprint });
  expect((await service.users.read({ ...asProject, params })).server_metadata).toEqual({ plan: 'free', seats: 25, notes: 'x' });
});

test.each<[string, (scene: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>, string]>([
  ['whose target is gone', ({ service, asProject, params }) => service.users.delete({ ...asProject, params }), 'no-target'],
  ['whose connection was removed', ({ api, connectionId }) => api.connections.remove({ id: connectionId }), 'connection-gone'],
  [
    'without the needed key',
    ({ api, connectionId }) => api.connections.edit({ id: connectionId, change: { keys: { server: null, admin: null } } }),
    'no-key',
  ],
  [
    'whose values were erased',
    ({ api, connectionId, params }) => api.journal.erasePerson({ connectionId, userId: params.user_id }),
    'erased',
  ],
])('a change %s isn’t undone', async (_name, prepare, reason) => {
  const scene = await setUp();
  const seq = await scene.rename('Turing');
  await prepare(scene);
  expect((await scene.api.undo.plan({ seq })).reason).toBe(reason);
  expect(await reportOf(scene.run(seq))).toMatchObject({ code: 'changed-elsewhere' });
});

test.each(['2.8.26', '2.8.47', defaultRelease])('changes of 2.8.4 are undone after the service was updated to %s', async (later) => {
  const { clock } = headlessPorts();
  let passedMillis = 0;
  const ahead = { ...clock, now: () => clock.now() + passedMillis };
  const { api, service, asProject, params, newest, rename, run, name, played } = await setUp('2.8.4', { clock: ahead });
  const seqs = [await rename('Turing')];
  await service.projects.update({ ...asProject, body: { config: { sign_up_enabled: false } } });
  seqs.push((await newest()).seq);
  const { id } = await service.teams.create({ ...asProject, body: { display_name: 'T', server_metadata: { tier: 1 } } });
  await service.teams.update({ ...asProject, params: { id }, body: { display_name: 'U' } });
  seqs.push((await newest()).seq);
  await service.teams.addMember({ ...asProject, params: { team_id: id, ...params }, body: {} });
  seqs.push((await newest()).seq);
  played.updateTo(later);
  passedMillis = missingPathTtlMillis;
  for (const seq of seqs.reverse()) expect(await run(seq)).toMatchObject({ error: null });
  expect(await name()).toBe('Alan');
  expect((await service.users.read({ ...asProject, params })).server_metadata).toEqual({ plan: 'free', seats: 5 });
  expect((await service.projects.read(asProject)).config.sign_up_enabled).toBe(true);
  expect(await service.teams.read({ ...asProject, params: { id } })).toMatchObject({ display_name: 'T', server_metadata: { tier: 1 } });
  expect((await service.users.list({ ...asProject, query: { team_id: id } })).items).toEqual([]);
  for (const seq of seqs) expect((await api.journal.read({ seq }))?.undoneBy).not.toBeNull();
});

test('a deleted user and a failed change have other ways, and an account undoes its own changes only while it is signed in', async () => {
  const { api, service, asProject, asAccount, accountId, params, newest } = await setUp();
  await service.users.updateMe({ ...asAccount, body: { display_name: 'Countess' } });
  const own = await newest();
  expect((await api.undo.check({ seq: own.seq })).reason).toBeNull();
  await service.users.delete({ ...asProject, params });
  expect((await api.undo.check({ seq: (await newest()).seq })).reason).toBe('create-again');
  await service.users.update({ ...asProject, params, body: { display_name: 'X' } }).catch(() => undefined);
  expect((await api.undo.check({ seq: (await newest()).seq })).reason).toBe('failed');
  await api.accounts.signOut({ accountId });
  expect((await api.undo.check({ seq: own.seq })).reason).toBe('account-gone');
  expect(await reportOf(api.undo.plan({ seq: 9_999 }))).toMatchObject({ code: 'object-gone' });
});

test('one confirmation covers all requests of an undo, and nothing is sent through a read-only connection', async () => {
  const { api, service, asProject, params, newest, rename, connectionId, played } = await setUp();
  const renamed = await rename('Turing');
  const { id: team_id } = await service.teams.create({ ...asProject, body: { display_name: 'T' } });
  const member = { team_id, ...params };
  await service.teams.addMember({ ...asProject, params: member, body: {} });
  await service.permissions.grantInTeam({ ...asProject, params: { ...member, permission_id: '$delete_team' }, body: {} });
  await service.teams.removeMember({ ...asProject, params: member });
  const { seq } = await newest();
  await api.connections.edit({ id: connectionId, change: { safety: 'confirm-writes' } });
  const { fingerprint, writes } = await api.undo.plan({ seq });
  expect(writes.length).toBeGreaterThan(1);
  const input = { seq, connectionId, fingerprint, secrets: {} };
  const before = played.requests.filter(({ method }) => method !== 'GET').length;
  const asked = await reportOf(api.undo.run(input));
  expect(asked).toMatchObject({ code: 'confirmation-required', confirmation: { kind: 'confirm', endpoint: 'teams.addMember' } });
  expect(played.requests.filter(({ method }) => method !== 'GET')).toHaveLength(before);
  await api.safety.confirm({ id: asked?.confirmation?.id ?? '' });
  expect(await api.undo.run(input)).toEqual({ done: writes.length, of: writes.length, error: null });
  await api.connections.edit({ id: connectionId, change: { safety: 'read-only' } });
  const plan = await api.undo.plan({ seq: renamed });
  expect(await reportOf(api.undo.run({ ...input, seq: renamed, fingerprint: plan.fingerprint }))).toMatchObject({
    code: 'read-only-connection',
  });
});

test('an entered secret is sent, and is neither in the reply, the journal, nor the log', async () => {
  const { api, service, asProject, run, newest, sentToWindows } = await setUp('2.8.26');
  const server = {
    type: 'standard',
    host: 'smtp.example.com',
    port: 587,
    username: 'a',
    sender_name: 'A',
    sender_email: 'a@example.com',
  } as const;
  await service.projects.update({ ...asProject, body: { config: { email_config: { ...server, password: 'first-secret' } } } });
  await service.projects.update({ ...asProject, body: { config: { email_config: { type: 'shared' } } } });
  const { seq } = await newest();
  expect((await api.undo.plan({ seq })).asks).toEqual([{ path: 'config.email_config.password', provider: null }]);
  expect(await reportOf(run(seq))).toMatchObject({ code: 'bad-input', path: 'config.email_config.password' });
  await run(seq, { 'config.email_config.password': 'entered-secret' });
  expect((await service.projects.read(asProject)).config.email_config).toMatchObject({ type: 'standard', host: 'smtp.example.com' });
  await newest();
  expect(JSON.stringify(await api.journal.exportPage({ after: 0 }))).not.toMatch(/entered-secret|first-secret/);
  expect(sentToWindows.join('\n')).not.toMatch(/entered-secret|first-secret/);
});
