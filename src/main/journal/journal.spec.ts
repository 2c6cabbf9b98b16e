import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fail } from '#contract/errors.ts';
import type { JournalFilter } from '#contract/journal/journal-entry.ts';
import { catalog } from '#contract/service/index.ts';
import type { Settings } from '#contract/setting-rows.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock, type FakeClock } from '#tests/support/fake-clock.ts';
import { startLibraryInProcess } from '#tests/support/main/library-in-process.ts';
import { createScriptedTransport, createTestPorts, reportOf, response } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createMemoryStore } from '../keychain/memory-store';
import { createLibraryClient, LibraryFailure } from '../library/library-client';
import type { SecretStore, Worker } from '../ports/ports';
import { createRecordedWrites } from '../remote/recorded-writes';
import { createSender, type Target } from '../remote/send';
import { createRuntime } from '../runtime/create-runtime';
import { createJournal, type JournalDeps } from './create-journal';

const destination = 'https://x.test p';
const key = 'ssk_0123456789abcdefghjk9xyz';
const target: Target = { baseUrl: 'https://x.test', projectId: 'p', destination, keys: { server: async () => key } };
const userId = '00000000-0000-4000-8000-000000000001';
const origin = { source: 'window', connectionId: 'c', note: 'Ticket 7' } as const;
const caller = { windowId: 'w' };

interface Options {
  readonly folder?: string;
  readonly secrets?: SecretStore;
  readonly clock?: FakeClock;
  readonly client?: (own: JournalDeps['client']) => JournalDeps['client'];
  readonly isRequired?: boolean;
  readonly host?: 'browser' | 'terminal';
  readonly isForbidden?: boolean;
  readonly isLocked?: () => boolean;
}

/** A secret store that outlives processes. */
const keychain = (): SecretStore => ({ ...createMemoryStore(), kind: 'system' });

async function setUp({ folder, secrets = keychain(), clock = createFakeClock({ hasteUpTo: 100 }), ...own }: Options = {}) {
  const profileFolder = folder ?? (await temporaryFolder());
  const transport = createScriptedTransport(() => response({ success: true }, { headers: { 'x-stack-request-id': 'r1' } }));
  const ports = createTestPorts(profileFolder, { clock, transport, random: randomBytes });
  const runtime = createRuntime(ports);
  const policy = { isForbidden: own.isForbidden === true };
  const workers: Worker[] = [];
  const client = createLibraryClient(() => {
    const worker = startLibraryInProcess();
    workers.push(worker);
    return worker;
  });
  onTestFinished(() => client.end());
  const journal = createJournal({
    ports: { ...ports, host: own.host ?? 'browser' },
    runtime,
    secrets,
    client: own.client?.(client) ?? client,
    connections: { destinationOf: () => destination },
    sessions: { serverTime: () => clock.now() + 7_000 },
    assertPermitted: () => undefined,
    isLocked: () => own.isLocked?.() === true,
    isRequired: () => own.isRequired === true,
    isForbidden: () => policy.isForbidden,
  });
  const { recorder, recordIn } = createRecordedWrites();
  recordIn(journal.recorder);
  const sender = createSender({ ...ports, clientVersion: 'x', recorder });
  const calls = journal.handlers.journal;
  const state = () => runtime.topics['journal.state'].get().value;
  const stored = () => readdir(join(profileFolder, 'library')).catch(() => [] as string[]);
  return {
    profileFolder,
    stored,
    kept: () => runtime.topics['settings.state'],
    notices: () => runtime.topics['app.notices'].get().value.map(({ id: _id, ...notice }) => notice),
    learnNames: journal.learnNames,
    lock() {
      const topic = runtime.topics['lock.state'];
      topic.set({ ...topic.get().value, locked: true });
      journal.follow({ name: 'lock.state' });
    },
    /** Changes the policy of the machine. Resolves when what follows from it is done. */
    forbid: async (isForbidden: boolean) => {
      policy.isForbidden = isForbidden;
      journal.follow({ name: 'policy.state' });
      await runtime.pendingWrites.settled();
    },
    secrets,
    clock,
    transport,
    workers,
    journal,
    calls,
    state,
    send: () =>
      sender.send(
        catalog.users.update,
        'project',
        target,
        { params: { user_id: userId }, body: { display_name: 'Ada' } },
        { origin, once: true },
      ),
    signIn: () => sender.send(catalog.auth.passwordSignIn, 'none', target, { body: { email: 'a@x.test', password: 'correct horse' } }),
    entries: async (filter: JournalFilter = {}) => (await calls.list({ filter, limit: 50 }, caller)).entries,
    verified: async () => {
      journal.windowOpened();
      await clock.advance(5_000);
      await eventually(() => expect(['whole', 'broken', 'failed']).toContain(state().verification));
    },
  };
}

test('a write is stored before its first byte, with its outcome after it, and without its key', async () => {
  const { transport, send, entries, calls, clock, profileFolder, signIn } = await setUp();
  const before: unknown[] = [];
  transport.answer = async () => {
    before.push(...(await entries()).map(({ outcome }) => outcome));
    return response({}, { status: 200, headers: { 'x-stack-request-id': 'r1' } });
  };
  await send().catch(() => undefined);
  expect(before).toEqual([null]);
  await eventually(async () => expect((await entries())[0]?.outcome).not.toBeNull());
  const [entry] = await entries();
  expect(entry).toMatchObject({
    timeMillis: clock.now() + 7_000,
    actor: { kind: 'key', id: 'server', lastFour: '9xyz' },
    connectionId: 'c',
    destination,
    endpoint: 'users.update',
    target: { kind: 'user', id: userId },
    source: 'window',
    personal: { names: { user: 'Ada' }, request: { body: { display_name: 'Ada' } } },
    note: { text: 'Ticket 7' },
  });
  expect(JSON.stringify(await calls.exportPage({ after: 0 }, caller))).not.toContain(key);
  await signIn().catch(() => undefined);
  expect(await entries()).toHaveLength(1);
  expect(readdirSync(join(profileFolder, 'library'))).toContain('records.db');
});

test.each<[string, () => never | ReturnType<typeof response>, object]>([
  [
    'refused',
    () => response({ code: 'USER_NOT_FOUND', error: 'x' }, { status: 400, headers: { 'x-stack-known-error': 'USER_NOT_FOUND' } }),
    { result: 'failed', code: 'known-error', known: 'USER_NOT_FOUND' },
  ],
  [
    'whose response was lost',
    () => {
      throw fail('connection-lost');
    },
    { result: 'unknown', code: 'connection-lost' },
  ],
  [
    'that was never sent',
    () => {
      throw fail('name-not-found');
    },
    { result: 'failed', code: 'name-not-found' },
  ],
])('a write %s has that outcome', async (_name, answer, outcome) => {
  const { transport, send, entries } = await setUp();
  transport.answer = answer;
  await send().catch(() => undefined);
  await eventually(async () => expect((await entries())[0]?.outcome).toMatchObject(outcome));
});

test('without a library, a write is sent, and a notice says that it wasn’t recorded', async () => {
  let isFull = true;
  const client: Options['client'] = (real) => ({
    ...real,
    records: (path, request) => (isFull ? Promise.reject(new LibraryFailure('disk-full')) : real.records(path, request)),
  });
  const { transport, send, state, entries } = await setUp({ client });
  await send().catch(() => undefined);
  expect(transport.requests).toHaveLength(1);
  expect(state()).toMatchObject({ state: 'unavailable', fault: 'disk-full', unrecorded: 1 });
  isFull = false;
  await send().catch(() => undefined);
  expect(transport.requests).toHaveLength(2);
  expect(state()).toMatchObject({ state: 'open', fault: null, unrecorded: 1 });
  expect(await entries()).toHaveLength(1);
});

test.each([
  ['unavailable', 'other'],
  ['disk-full', 'disk-full'],
  ['newer', 'newer'],
] as const)('a write that has to be recorded isn’t sent if the file is %s', async (thrown, fault) => {
  const client: Options['client'] = (real) => ({ ...real, openRecords: () => Promise.reject(new LibraryFailure(thrown)) });
  const { transport, send, state, notices } = await setUp({ client, isRequired: true });
  expect(await reportOf(send())).toMatchObject({ code: 'journal-required' });
  expect(transport.requests).toHaveLength(0);
  expect(state()).toMatchObject({ state: 'unavailable', fault, unrecorded: 0 });
  // The write has reported it.
  expect(notices()).toEqual([]);
});

test('where the policy forbids it, nothing is recorded, and what was is deleted, which is reported', async () => {
  const { transport, send, entries, stored, forbid, secrets, state, notices, calls, clock } = await setUp();
  await send().catch(() => undefined);
  await eventually(async () => expect((await entries())[0]?.outcome).not.toBeNull());
  expect(await secrets.get('library/records')).not.toBeNull();
  await forbid(true);
  expect(await stored()).toEqual([]);
  expect([await secrets.get('library/records'), await secrets.get('library/records-checkpoint')]).toEqual([null, null]);
  expect(state()).toMatchObject({ state: 'forbidden', unrecorded: 0, entries: null });
  expect(notices()).toEqual([{ kind: 'journal-forbidden' }]);
  await send().catch(() => undefined);
  expect(transport.requests).toHaveLength(2);
  for (const call of [entries(), calls.verify({}, caller), calls.exportPage({ after: 0 }, caller)])
    expect(await reportOf(call)).toMatchObject({ code: 'forbidden-by-policy', path: 'journal' });
  await clock.advance(120_000);
  expect([await stored(), await secrets.get('library/records-checkpoint'), state().unrecorded]).toEqual([[], null, 0]);
  await forbid(true);
  expect(notices()).toHaveLength(1);
  await forbid(false);
  expect(state().state).toBe('closed');
  await send().catch(() => undefined);
  expect(await entries()).toHaveLength(1);
});

test('a journal from before the policy is deleted at the next start, also one that was set aside', async () => {
  const first = await setUp();
  await first.send().catch(() => undefined);
  await first.journal.close();
  const folder = join(first.profileFolder, 'library');
  copyFileSync(join(folder, 'records.db'), join(folder, 'records.broken-2026-01-02-03-04-05.db'));
  copyFileSync(join(folder, 'records.db'), join(folder, 'index-ab.db'));
  const next = await setUp({ folder: first.profileFolder, secrets: first.secrets });
  await next.forbid(true);
  expect(await next.stored()).toEqual(['index-ab.db']);
  expect(next.notices()).toEqual([{ kind: 'journal-forbidden' }]);
  const empty = await setUp();
  await empty.forbid(true);
  expect(empty.notices()).toEqual([]);
});

test('a write that was sent before the policy came has no outcome, and isn’t reported', async () => {
  const scene = await setUp();
  let answer = () => {};
  scene.transport.answer = () =>
    new Promise((resolve) => {
      answer = () => resolve(response({}));
    });
  const sending = scene.send().catch(() => undefined);
  await eventually(() => expect(scene.transport.requests).toHaveLength(1));
  await scene.forbid(true);
  answer();
  await sending;
  await scene.journal.close();
  expect([await scene.stored(), scene.state().unrecorded]).toEqual([[], 0]);
});

test('old entries are removed by age and number, as the settings say', async () => {
  const { send, entries, kept, clock, verified, journal } = await setUp();
  const set = (part: Partial<Settings>) => {
    kept().set({ ...kept().get().value, ...part });
    journal.follow({ name: 'settings.state' });
  };
  await send().catch(() => undefined);
  await clock.advance(3 * 86_400_000);
  await send().catch(() => undefined);
  await verified();
  expect(await entries()).toHaveLength(2);
  set({ journalDays: 2 });
  await clock.advance(10_000);
  await eventually(async () => expect(await entries()).toHaveLength(1));
  for (let count = 0; count < 2; count += 1) await send().catch(() => undefined);
  await eventually(async () => expect((await entries()).every(({ outcome }) => outcome !== null)).toBe(true));
  // Below what can be chosen, because a thousand entries take long.
  set({ journalEntries: 1 });
  await clock.advance(10_000);
  await eventually(async () => expect(await entries()).toHaveLength(1));
});

test('the first entry of a new journal says what is kept, once', async () => {
  const first = await setUp();
  await first.send().catch(() => undefined);
  await first.send().catch(() => undefined);
  expect(first.notices()).toEqual([{ kind: 'journal-created' }]);
  await first.journal.close();
  const second = await setUp({ folder: first.profileFolder, secrets: first.secrets });
  await second.send().catch(() => undefined);
  expect(second.notices()).toEqual([]);
  const temporary = await setUp({ secrets: createMemoryStore() });
  await temporary.send().catch(() => undefined);
  expect(temporary.notices()).toEqual([]);
});

test('an entry names a user of a recent response', async () => {
  const { send, entries, learnNames, lock } = await setUp();
  learnNames(catalog.users.read, destination, { id: userId, display_name: 'Augusta' });
  await send().catch(() => undefined);
  expect((await entries())[0]?.personal?.names).toEqual({ user: 'Augusta' });
  lock();
  await send().catch(() => undefined);
  // From the request itself.
  expect((await entries())[0]?.personal?.names).toEqual({ user: 'Ada' });
});

test('whatever is read once a write has its response sees how it ended', async () => {
  const { send, entries } = await setUp();
  for (const writes of [1, 2, 3]) {
    await send().catch(() => undefined);
    expect((await entries()).map(({ outcome }) => outcome?.status)).toEqual(Array.from({ length: writes }, () => 200));
  }
});

test.each([
  ['terminal', true],
  ['browser', undefined],
] as const)('an entry of a %s says whether it was made in the terminal, also when it is exported', async (host, expected) => {
  const { send, entries, calls } = await setUp({ host });
  await send().catch(() => undefined);
  expect((await entries())[0]?.terminal).toBe(expected);
  expect((await calls.exportPage({ after: 0 }, caller)).text.includes('"terminal":true')).toBe(expected === true);
});

test.each<[string, (own: Awaited<ReturnType<typeof setUp>>) => Promise<void>]>([
  ['closing', ({ journal }) => journal.close()],
  ['locking', async ({ lock }) => lock()],
])('%s sends the outcome of a write that has just ended', async (_name, end) => {
  const asked: string[] = [];
  const client: Options['client'] = (real) => ({
    ...real,
    records(path, request, signal) {
      asked.push(request.op);
      return real.records(path, request, signal);
    },
    close(path) {
      asked.push('close');
      return real.close(path);
    },
  });
  const own = await setUp({ client });
  await own.send().catch(() => undefined);
  asked.length = 0;
  const ended = end(own);
  // Without a turn of the loop, in which it is sent anyway.
  for (let step = 0; step < 20; step += 1) await null;
  expect(asked[0]).toBe('append-outcome');
  await ended;
});

test('a library that doesn’t answer delays a write for three seconds', async () => {
  const client: Options['client'] = (real) => ({ ...real, openRecords: () => new Promise(() => undefined) });
  const { transport, send, clock, state } = await setUp({ client });
  const sent = send().catch(() => undefined);
  await eventually(() => expect(clock.delays).toContain(3_000));
  expect(transport.requests).toHaveLength(0);
  await clock.advance(3_000);
  await sent;
  expect(transport.requests).toHaveLength(1);
  expect(state().unrecorded).toBe(1);
});

test('the next write opens the journal again after the library has ended', async () => {
  const { send, workers, entries, state } = await setUp();
  await send().catch(() => undefined);
  await eventually(async () => expect((await entries())[0]?.outcome).not.toBeNull());
  workers[0]?.kill();
  await send().catch(() => undefined);
  await eventually(async () => expect((await entries()).map(({ outcome }) => outcome === null)).toEqual([false, false]));
  expect(state()).toMatchObject({ unrecorded: 0, setAside: null });
});

test('an older copy of the file is found by the checkpoint of the last end, and stays known', async () => {
  const first = await setUp();
  await first.send().catch(() => undefined);
  await first.journal.close();
  const folder = join(first.profileFolder, 'library');
  const ends = ['', '-wal'];
  const copy = (from: string, to: string) => {
    for (const end of ['', '-wal', '-shm']) rmSync(join(folder, `${to}${end}`), { force: true });
    for (const end of ends)
      if (existsSync(join(folder, `${from}${end}`))) copyFileSync(join(folder, `${from}${end}`), join(folder, `${to}${end}`));
  };
  copy('records.db', 'copy.db');
  const next = { folder: first.profileFolder, secrets: first.secrets };
  const second = await setUp(next);
  await second.send().catch(() => undefined);
  await second.verified();
  expect(second.state()).toMatchObject({ verification: 'whole', entries: 2, faults: [] });
  await second.journal.close();
  copy('copy.db', 'records.db');
  const third = await setUp(next);
  // Written before the verification has looked.
  await third.send().catch(() => undefined);
  await third.journal.close();
  const fourth = await setUp(next);
  await fourth.verified();
  expect(fourth.state()).toMatchObject({ verification: 'broken', faults: [{ foundAtMillis: null }] });
  const found = fourth.state().faults;
  await fourth.journal.close();
  const fifth = await setUp(next);
  await fifth.verified();
  expect(fifth.state().faults.map(({ kind, seq }) => ({ kind, seq }))).toEqual(found.map(({ kind, seq }) => ({ kind, seq })));
  expect(fifth.state().faults.every(({ foundAtMillis }) => foundAtMillis !== null)).toBe(true);
});

test('a checkpoint is stored a minute after news', async () => {
  const { send, secrets, clock } = await setUp();
  const stored = () => secrets.get('library/records-checkpoint');
  await send().catch(() => undefined);
  expect(await stored()).toBeNull();
  await clock.advance(60_000);
  await eventually(async () => expect(await stored()).toMatch(/^[0-9a-f]{32} \d+ [0-9a-f]{64}$/));
});

test('without a place for its key, the journal exists as long as the process', async () => {
  const { send, journal, state, entries, profileFolder } = await setUp({ secrets: createMemoryStore() });
  await send().catch(() => undefined);
  expect(await entries()).toHaveLength(1);
  expect(state().isTemporary).toBe(true);
  const folder = join(profileFolder, 'library');
  expect(readdirSync(folder).every((name) => name.startsWith(`temporary-${process.pid}-`))).toBe(true);
  await journal.close();
  expect(readdirSync(folder)).toEqual([]);
});

/** A store that keeps nothing until it is sealed with a passphrase. */
function sealable() {
  const store = createMemoryStore();
  let kind: SecretStore['kind'] = 'memory';
  const secrets: SecretStore = {
    ...store,
    get kind() {
      return kind;
    },
  };
  const seal = () => {
    kind = 'sealed';
  };
  return { secrets, seal };
}

test.each(['by the next write', 'at the end'])('a temporary journal is kept %s once its key can be stored', async (when) => {
  const { secrets, seal } = sealable();
  let isLocked = false;
  const first = await setUp({ secrets, isLocked: () => isLocked });
  await first.send().catch(() => undefined);
  isLocked = true;
  seal();
  await first.send().catch(() => undefined);
  expect(first.state().isTemporary).toBe(true);
  isLocked = false;
  if (when === 'by the next write') await first.send().catch(() => undefined);
  const recorded = when === 'by the next write' ? 3 : 2;
  if (recorded === 3) expect(first.state()).toMatchObject({ isTemporary: false, unrecorded: 0 });
  await first.journal.close();
  expect(readdirSync(join(first.profileFolder, 'library')).filter((name) => name.startsWith('temporary'))).toEqual([]);
  const second = await setUp({ folder: first.profileFolder, secrets });
  await second.verified();
  expect(second.state()).toMatchObject({ verification: 'whole', entries: recorded, isTemporary: false, setAside: null });
});

test('beside the journal of another process, a temporary one stays so, and leaves its checkpoint alone', async () => {
  const { secrets, seal } = sealable();
  const first = await setUp({ secrets });
  await first.send().catch(() => undefined);
  await first.entries();
  seal();
  const other = await setUp({ folder: first.profileFolder, secrets });
  await other.send().catch(() => undefined);
  await other.journal.close();
  const checkpoint = await secrets.get('library/records-checkpoint');
  await first.send().catch(() => undefined);
  expect(first.state().isTemporary).toBe(true);
  await first.journal.close();
  expect(await secrets.get('library/records-checkpoint')).toBe(checkpoint);
  const next = await setUp({ folder: first.profileFolder, secrets });
  await next.verified();
  expect(next.state()).toMatchObject({ verification: 'whole', entries: 1, setAside: null });
});

test('a file whose key is lost is renamed, which is reported, and found to be another one', async () => {
  const first = await setUp();
  await first.send().catch(() => undefined);
  await first.journal.close();
  await first.secrets.delete('library/records');
  const second = await setUp({ folder: first.profileFolder, secrets: first.secrets });
  await second.verified();
  expect(second.state()).toMatchObject({ verification: 'broken', faults: [{ kind: 'replaced' }] });
  const name = second.state().setAside ?? '';
  expect(readFileSync(join(first.profileFolder, 'library', name)).length).toBeGreaterThan(0);
});

test('windows change notes, and erase what is recorded about a user', async () => {
  const { send, entries, calls, verified, state } = await setUp();
  await send().catch(() => undefined);
  await eventually(async () => expect((await entries())[0]?.outcome).not.toBeNull());
  const seq = (await entries())[0]?.seq ?? 0;
  await calls.setNote({ seq, text: 'Other' }, caller);
  expect((await calls.read({ seq }, caller))?.note?.text).toBe('Other');
  expect(await reportOf(calls.setNote({ seq: 1, text: 'x' }, caller))).toMatchObject({ code: 'object-gone' });
  expect(await calls.erasePerson({ connectionId: 'c', userId }, caller)).toEqual({ erased: 1 });
  expect(await calls.read({ seq }, caller)).toMatchObject({ personal: null, note: null });
  await verified();
  expect(state()).toMatchObject({ verification: 'whole' });
});
