import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { hour, pass, setUp } from '#tests/support/main/impersonation-profile.ts';
import { connect, isEnded, type ProfileProcess, user } from '#tests/support/main/impersonation-scene.ts';
import { startLibraryInProcess } from '#tests/support/main/library-in-process.ts';
import { createFakeWorkers, knownError, reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

const workers = createFakeWorkers();
const spawnWorker = (...[name, args]: Parameters<typeof workers.spawnWorker>) =>
  name === 'library-worker' ? startLibraryInProcess() : workers.spawnWorker(name, args);

type Profile = Awaited<ReturnType<typeof setUp>>;

const entriesOf = async ({ api }: ProfileProcess): Promise<readonly JournalEntry[]> =>
  (await api.journal.list({ filter: { about: user.id }, limit: 50 })).entries;

/** Resolves to the entry of the impersonation once it says that it has ended. */
async function endedEntry(process: ProfileProcess): Promise<JournalEntry | undefined> {
  let found: JournalEntry | undefined;
  await until(async () => {
    found = (await entriesOf(process)).find(({ endpoint }) => endpoint === 'auth.createSession');
    return found?.end !== undefined;
  });
  return found;
}

async function impersonating(policyPlace?: { readonly file: string; readonly ownerId: number | null }) {
  const profile = await setUp({ ports: { spawnWorker, ...(policyPlace ? { policyPlace } : {}) } });
  const connectionId = await connect(profile.first);
  const { id, accountId } = await profile.impersonate(connectionId);
  const startMillis = profile.clock.now();
  await profile.clock.advance(240_000);
  return { ...profile, connectionId, id, accountId, startMillis };
}

test('an impersonation is an entry with its reason, its planned time, and its end, and so is what ended its session', async () => {
  const { first, id, startMillis, clock } = await impersonating();
  const [running] = await entriesOf(first);
  expect(running).toMatchObject({
    impersonation: id,
    plannedMillis: hour,
    personal: { reason: 'Ticket 4821' },
    outcome: { result: 'done' },
  });
  expect(running).not.toHaveProperty('end');
  await first.api.impersonations.end({ id });
  expect(await endedEntry(first)).toMatchObject({
    timeMillis: startMillis,
    people: [user.id],
    end: { how: 'user', timeMillis: clock.now() },
  });
  await until(async () => (await entriesOf(first)).every(({ outcome }) => outcome !== null));
  const [revoked] = await entriesOf(first);
  expect(revoked).toMatchObject({ endpoint: 'auth.revokeSession', source: 'app', impersonation: id, outcome: { result: 'done' } });
});

const ways: { what: string; how: string; end: (one: Awaited<ReturnType<typeof impersonating>>) => Promise<unknown> }[] = [
  { what: 'signing the account out', how: 'user', end: ({ first, accountId }) => first.api.accounts.signOut({ accountId }) },
  { what: 'its time', how: 'expired', end: ({ clock }) => clock.advance(hour) },
  {
    what: 'the service, which no longer accepts its session,',
    how: 'revoked',
    async end({ first, service, clock, connectionId, accountId }) {
      service.sessions.clear();
      first.transport.answer = async (request) =>
        request.url.endsWith('/refresh') ? knownError('REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED', 401) : service.answer(request);
      await clock.advance(600_000);
      await first.app.dispatch('service.users.me', { actor: 'account', connectionId, accountId }, { windowId: 'w' });
    },
  },
  {
    what: 'removing the connection',
    how: 'connection',
    end: ({ first, connectionId }) => first.api.connections.remove({ id: connectionId }),
  },
];

test.each(ways)('$what ends it as “$how”', async ({ how, end }) => {
  const one = await impersonating();
  await end(one);
  await until(() => isEnded(one.first));
  const entry = await endedEntry(one.first);
  expect(entry?.end?.how).toBe(how);
  const expiresAt = one.startMillis + hour;
  if (how === 'expired') expect(entry?.end?.timeMillis).toBe(expiresAt);
  else expect(entry?.end?.timeMillis).toBeLessThan(expiresAt);
});

test('a policy that forbids it ends it as such', async () => {
  const file = join(await temporaryFolder(), 'latchkey', 'policy.json');
  const policyPlace = { file, ownerId: process.getuid?.() ?? null };
  await mkdir(dirname(file), { mode: 0o755 });
  const { first } = await impersonating(policyPlace);
  await writeFile(file, JSON.stringify({ version: 1, forbidden: ['impersonation'] }), { mode: 0o644 });
  await pass(first.clock, async () => (await first.api.policy.state({})).value.state === 'active');
  await until(() => isEnded(first));
  expect((await endedEntry(first))?.end?.how).toBe('policy');
});

test('one that ended when the app was closed says so at the next start', async () => {
  const { first, start, clock } = await impersonating();
  await first.app.close();
  expect((await endedEntry(await start()))?.end).toEqual({ how: 'closed', timeMillis: clock.now() });
});

/** The process is killed, and the next one starts after some time. */
async function restarted({ first, service, ageLocks, start }: Profile, afterMillis: number): Promise<ProfileProcess> {
  first.kill();
  await ageLocks();
  const clock = createFakeClock({ hasteUpTo: 1_000, start: first.clock.now() + afterMillis });
  const { answer } = service;
  service.answer = async (request) => {
    const { headers, ...rest } = await answer(request);
    return { ...rest, headers: { ...headers, date: new Date(clock.now()).toUTCString() } };
  };
  const next = await start({ clock });
  // By the machine's clock: its own must not reach the end of the session in the meantime.
  await eventually(async () => {
    await clock.advance(1_000);
    expect(await isEnded(next)).toBe(true);
  });
  return next;
}

test('after a crash, the next start ends it, and it isn’t known when it was used last', async () => {
  const one = await impersonating();
  const next = await restarted(one, 60_000);
  expect((await endedEntry(next))?.end?.how).toBe('crashed');
  expect(one.service.ids()).toEqual([]);
});

test('after a crash for longer than its time, it has expired', async () => {
  const one = await impersonating();
  const end = (await endedEntry(await restarted(one, 2 * hour)))?.end;
  expect(end).toEqual({ how: 'expired', timeMillis: one.startMillis + hour });
});

test('in a locked app, it ends when its time is up', async () => {
  const one = await impersonating();
  await one.first.api.lock.setPassphrase({ passphrase: 'a long enough passphrase', seal: false });
  one.first.app.lock();
  await one.clock.advance(hour);
  await until(async () => one.service.ids().length === 0);
  await one.first.api.lock.unlock({ passphrase: 'a long enough passphrase' });
  expect((await endedEntry(one.first))?.end).toEqual({ how: 'expired', timeMillis: one.startMillis + hour });
});

test('one whose session was created, and that couldn’t be used, has failed', async () => {
  const { first, impersonate } = await setUp({ form: 'without-id', ports: { spawnWorker } });
  expect(await reportOf(impersonate(await connect(first)))).toMatchObject({ code: 'bad-response' });
  expect((await endedEntry(first))?.end?.how).toBe('failed');
});

test('a session that was created for a user is an entry with its planned time, and without an end', async () => {
  const { first } = await setUp({ ports: { spawnWorker, confirm: async () => true } });
  const connectionId = await connect(first);
  await first.api.impersonations.createSession({ connectionId, userId: user.id, durationMillis: hour });
  const [entry] = await entriesOf(first);
  expect(entry).toMatchObject({ endpoint: 'auth.createSession', impersonation: null, plannedMillis: hour });
  expect(entry).not.toHaveProperty('end');
});
