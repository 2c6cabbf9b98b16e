import { expect, onTestFinished, test } from 'vitest';
import { jobs as bridgeJobs } from '#contract/bridge/jobs.ts';
import { fail } from '#contract/errors.ts';
import type { JobTarget } from '#contract/jobs/job.ts';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import { createTestSandbox } from '#sandbox/testing/test-sandbox.ts';
import { createFakeClock, until } from '#tests/support/fake-clock.ts';
import { createJobSandbox } from '#tests/support/main/jobs-scene.ts';
import { startLibraryInProcess } from '#tests/support/main/library-in-process.ts';
import { createTestPorts, errorOf, reportOf } from '#tests/support/main/test-ports.ts';
import { sampleConnection } from '#tests/support/samples/sample-connection.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createConfirmations } from '../gateway/confirmations';
import { createSafety } from '../gateway/safety';
import { createJournal } from '../journal/create-journal';
import { createMemoryStore } from '../keychain/memory-store';
import { createLibraryClient } from '../library/library-client';
import type { ConnectionRecord } from '../records/connections-file';
import { destinationOfRecord } from '../records/destination';
import { createOldValues } from '../remote/old-values';
import { keysInHand } from '../remote/project-keys';
import { createRecordedWrites } from '../remote/recorded-writes';
import { createSender, type Target } from '../remote/send';
import { createRuntime } from '../runtime/create-runtime';
import { withLease } from '../storage/file-lock';
import { createJobs, type Jobs, type JobsDeps, leasePath } from './create-jobs';

const caller = { windowId: 'w' };
const other = { windowId: 'x' };
const grant = { kind: 'users.grantInProject', permissionId: 'analyst' } as const;
const options = { perSecond: null, stopAfter: null };

async function setUp() {
  const sandbox = await createTestSandbox({ users: 30 });
  const service = createJobSandbox(sandbox);
  const clock = createFakeClock({ hasteUpTo: 60_000 });
  const folder = await temporaryFolder();
  const secrets = { ...createMemoryStore(), kind: 'system' } as const;
  const connection = { ...record(sandbox.project.id) };
  const process = () => startProcess({ service, clock, folder, secrets, connection, sandbox });
  const holders = (await sandbox.call('server', 'GET', '/project-permissions?permission_id=analyst')).items.map(({ user_id: id }) => id);
  const all = (await sandbox.call('server', 'GET', '/users')).items.map(({ id }) => String(id));
  const targets = all.filter((id) => !holders.includes(id)).map((id) => ({ id, of: null }));
  return { sandbox, service, clock, folder, connection, process, targets };
}

const record = (projectId: string) =>
  ({ id: 'c', name: 'Engines', baseUrl: 'http://localhost:8102', projectId, safety: 'confirm-writes', requirePresence: false }) as {
    -readonly [K in keyof ConnectionRecord]: ConnectionRecord[K];
  };

const connected = {
  id: 'c',
  baseUrl: 'http://localhost:8102',
  credentials: { client: false, server: false, admin: false, owner: null },
  release: null,
  features: null,
} as const;

interface Own {
  readonly service: ReturnType<typeof createJobSandbox>;
  readonly clock: ReturnType<typeof createFakeClock>;
  readonly folder: string;
  readonly secrets: Parameters<typeof createJournal>[0]['secrets'];
  readonly connection: ReturnType<typeof record>;
  readonly sandbox: Awaited<ReturnType<typeof createTestSandbox>>;
}

function startProcess({ service, clock, folder, secrets, connection, sandbox }: Own) {
  const ports = createTestPorts(folder, { clock });
  const runtime = createRuntime(ports);
  runtime.topics['connections.list'].set([{ ...sampleConnection, ...connected, projectId: connection.projectId }]);
  const client = createLibraryClient(startLibraryInProcess);
  onTestFinished(() => client.end());
  const own = { isLocked: false, isRemoved: false, isNoteRequired: false };
  const find = (id: string) => {
    if (id !== 'c' || own.isRemoved) throw fail('unknown-connection');
    return connection;
  };
  const connections = {
    find,
    has: (id: string) => id === 'c' && !own.isRemoved,
    destinationOf: (id: string) => destinationOfRecord(find(id)),
  };
  const permitted = { assertPermitted: () => undefined };
  const journal = createJournal({
    ...{ ports, runtime, secrets, client, connections, ...permitted },
    ...{ sessions: { serverTime: () => clock.now() }, isRequired: () => false, isForbidden: () => false, isLocked: () => false },
  });
  const { recorder, recordIn } = createRecordedWrites();
  recordIn(journal.recorder);
  const { transport } = service;
  const sender = createSender({
    ...{ transport, clock, recorder, oldValues: createOldValues(clock) },
    random: ports.random,
    clientVersion: 'electron @latchkey/desktop@1.2.3',
  });
  const { publishable_client_key: pck, secret_server_key: ssk, super_secret_admin_key: sak } = sandbox.keys;
  const keys = keysInHand({ client: pck, server: ssk, admin: sak });
  const confirmations = createConfirmations(clock, runtime.newId, { verify: async () => ({ outcome: 'right' }) });
  const isReadOnly = () => runtime.topics['settings.state'].get().value.readOnly;
  const safety = createSafety({
    ...{ confirmations, isReadOnly, presence: { means: () => 'passphrase' as const } },
    isNoteRequired: () => own.isNoteRequired,
  });
  const gateway: JobsDeps['gateway'] = {
    checkChange(call, { windowId }) {
      const note = safety.check(call, find(call.connectionId), windowId);
      return Object.assign(() => undefined, { note });
    },
    keepSnapshot: async () => null,
    assertStillAllowed: (call, passed) => safety.assertStillAllowed(call, passed, find(call.connectionId)),
  };
  const destination = destinationOfRecord(connection);
  const target: Target & { destination: string } = {
    baseUrl: connection.baseUrl ?? '',
    projectId: connection.projectId,
    keys,
    destination,
  };
  const jobs = createJobs({
    ...{ ports, runtime, sender, connections, gateway, ...permitted },
    records: journal.records,
    erasePeople: journal.erasePeople,
    sessions: { serverTime: () => clock.now(), target: async () => target },
    userCalls: { idle: async () => undefined },
    matching: () => Promise.reject(fail('object-gone')) as never,
    indexed: async () => null,
    isLocked: () => own.isLocked,
  });
  runtime.onPush((push) => jobs.follow(push));
  let isClosed = false;
  const close = async () => {
    if (isClosed) return;
    isClosed = true;
    await jobs.close();
    await journal.close();
  };
  onTestFinished(close);
  const calls = checkedCalls(jobs.handlers.jobs);
  const running = () => bridgeJobs.running.value.parse(runtime.topics['jobs.running'].get().value);
  /** Starts what was previewed, and confirms it. */
  const confirmed = async (start: () => Promise<unknown>, windowId = caller.windowId, note?: string) => {
    const { report } = (await errorOf(start())) as { report: { confirmation?: { id: string } } };
    await confirmations.confirm(report.confirmation?.id ?? '', note === undefined ? {} : { note }, windowId);
    return start();
  };
  const ended = (id: string) => until(async () => !['active', 'paused'].includes((await calls.read({ id }, caller)).state));
  /** Previews and starts a job of some users, and confirms it. Resolves to its ID. */
  const begun = async (action: RequestedAction, targets: readonly JobTarget[], note?: string) => {
    const { id, hash } = await calls.preview({ connectionId: 'c', scope: { kind: 'targets', targets: [...targets] }, action }, caller);
    await confirmed(() => calls.start({ id, hash, options }, caller), caller.windowId, note);
    return id;
  };
  return { jobs, calls, running, confirmed, ended, begun, runtime, own, journal, close };
}

/** Calls that check what goes in and comes out as the dispatcher does. */
function checkedCalls(handlers: Jobs['handlers']['jobs']): Jobs['handlers']['jobs'] {
  const checked = Object.entries(handlers).map(([name, handler]) => {
    const { input, output } = bridgeJobs[name as keyof typeof handlers];
    const run = handler as (of: unknown, by: typeof caller) => Promise<unknown>;
    return [name, async (of: unknown, by: typeof caller) => output.parse(await run(input.parse(of), by))];
  });
  return Object.fromEntries(checked) as Jobs['handlers']['jobs'];
}

test('a job is sent once its rows and values are confirmed, and its entries in the journal say so', async () => {
  const { process, targets, service } = await setUp();
  const { calls, confirmed, ended, journal } = process();
  const preview = await calls.preview(
    { connectionId: 'c', scope: { kind: 'targets', targets: targets.slice(0, 8) }, action: grant },
    caller,
  );
  expect(preview).toMatchObject({ toSend: 8, total: 8, notKnown: 0, skipped: [], requests: { count: 8, isExact: true }, isUndoable: true });
  expect(preview.requestsWithSnapshots).toBeNull();
  expect([preview.first.length, service.writes()]).toEqual([5, []]);
  const start = () => calls.start({ id: preview.id, hash: preview.hash, options }, caller);
  expect(await reportOf(start())).toMatchObject({
    code: 'confirmation-required',
    confirmation: { endpoint: 'permissions.grantInProject' },
  });
  await confirmed(start);
  await ended(preview.id);
  expect(await calls.read({ id: preview.id }, caller)).toMatchObject({ state: 'done', counts: { done: 8 }, requests: 8 });
  const { entries } = await journal.handlers.journal.list({ filter: { job: preview.id }, limit: 50 }, caller);
  expect(entries.map(({ source, outcome }) => [source, outcome?.result])).toEqual(Array(8).fill(['job', 'done']));
});

test('a note that the policy requires on production is written once, and stands on each entry', async () => {
  const { process, targets, connection } = await setUp();
  connection.environment = 'production';
  connection.safety = 'normal';
  const { begun, ended, own, journal } = process();
  own.isNoteRequired = true;
  const id = await begun(grant, targets.slice(0, 3), 'Ticket 7');
  await ended(id);
  const { entries } = await journal.handlers.journal.list({ filter: { job: id }, limit: 50 }, caller);
  expect(entries.map(({ outcome, note }) => [outcome?.result, note?.text])).toEqual(Array(3).fill(['done', 'Ticket 7']));
});

test('a job whose connection becomes one to production in the middle waits for the note', async () => {
  const { process, targets, service, connection } = await setUp();
  const { begun, calls, confirmed, ended, own, running } = process();
  own.isNoteRequired = true;
  connection.environment = 'development';
  service.before = () => {
    if (service.writes().length >= 3) connection.environment = 'production';
  };
  const id = await begun(grant, targets.slice(0, 12));
  await until(() => running()[0]?.pause === 'confirm');
  expect(service.writes().length).toBeLessThan(12);
  await confirmed(() => calls.resume({ id }, caller), caller.windowId, 'Ticket 8');
  await ended(id);
  expect(await calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 12 } });
  expect(service.writes()).toHaveLength(12);
});

test.each<[RequestedAction, number]>([
  [grant, 1],
  [{ kind: 'users.setMetadata', path: 'server.plan', value: 'gold' }, 2],
  [{ kind: 'users.verifyEmail' }, 2],
  [{ kind: 'users.delete' }, 2],
])('a row of $kind takes %i requests, also for the journal’s old value', async (action, count) => {
  const { process, targets, service, sandbox } = await setUp();
  const rows = targets.slice(0, 4);
  for (const { id } of rows) await sandbox.call('server', 'PATCH', `/users/${id}`, { primary_email_verified: false });
  const { calls, confirmed, ended, journal } = process();
  const preview = await calls.preview({ connectionId: 'c', scope: { kind: 'targets', targets: rows }, action }, caller);
  if (action.kind === 'users.delete') expect(preview.requestsWithSnapshots).toEqual({ count: preview.toSend * 8, isExact: false });
  const before = service.received.length;
  await confirmed(() => calls.start({ id: preview.id, hash: preview.hash, options }, caller));
  await ended(preview.id);
  const sent = service.received.slice(before);
  expect([sent.length, sent.filter(({ method }) => method !== 'GET').length]).toEqual([preview.toSend * count, preview.toSend]);
  const { entries } = await journal.handlers.journal.list({ filter: { job: preview.id }, limit: 50 }, caller);
  expect(entries.map(({ outcome }) => outcome?.result)).toEqual(Array(preview.toSend).fill('done'));
});

test('a confirmation is of one preview, of its window, and of its options', async () => {
  const { process, targets, service } = await setUp();
  const { calls, confirmed } = process();
  const previewOf = (from: number) =>
    calls.preview({ connectionId: 'c', scope: { kind: 'targets', targets: targets.slice(from, from + 2) }, action: grant }, caller);
  const [one, two] = [await previewOf(0), await previewOf(2)];
  const start = ({ id, hash }: typeof one, by = caller, own: typeof options | { perSecond: number; stopAfter: null } = options) =>
    calls.start({ id, hash, options: own }, by);
  const again = { code: 'confirmation-required' };
  /** Confirms one start, and makes another one. */
  const swapped = (first: () => Promise<unknown>, second: () => Promise<unknown>) => {
    const turns = [first, second];
    return reportOf(confirmed(() => turns.shift()?.() ?? Promise.resolve()));
  };
  expect(
    await swapped(
      () => start(one),
      () => start(two),
    ),
  ).toMatchObject(again);
  expect(
    await swapped(
      () => start(two),
      () => start(two, other),
    ),
  ).toMatchObject(again);
  expect(await reportOf(start(one, caller, { perSecond: 9, stopAfter: null }))).toMatchObject(again);
  expect(await reportOf(start({ ...one, hash: two.hash }))).toMatchObject({ code: 'connection-changed' });
  expect(service.writes()).toEqual([]);
});

test('two windows start a job once, and jobs of a connection run one after the other', async () => {
  const { process, targets, service } = await setUp();
  const { calls, confirmed, ended, running } = process();
  const start = async (from: number) => {
    const scope = { kind: 'targets', targets: targets.slice(from, from + 6) } as const;
    const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
    return { id, by: (by: typeof caller) => calls.start({ id, hash, options }, by) };
  };
  const [first, second] = [await start(0), await start(6)];
  const results = await Promise.allSettled([confirmed(() => first.by(caller)), confirmed(() => first.by(other), 'x')]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  await confirmed(() => second.by(caller));
  expect(
    running()
      .map(({ pause }) => pause)
      .slice(1),
  ).toEqual(running().length > 1 ? ['queued'] : []);
  await ended(second.id);
  const order = service.writes().map(({ path }) => targets.findIndex(({ id }) => path.includes(id)) < 6);
  expect(order).toEqual([...Array(6).fill(true), ...Array(6).fill(false)]);
});

test('a job pauses, goes on, is canceled, and sends the rest when it is tried again; results are exported', async () => {
  const { process, targets, service } = await setUp();
  const { calls, confirmed, running, ended } = process();
  const { id, hash } = await calls.preview(
    { connectionId: 'c', scope: { kind: 'targets', targets: targets.slice(0, 12) }, action: grant },
    caller,
  );
  let hold = () => {};
  const held = new Promise<void>((resolve) => {
    hold = resolve;
  });
  service.before = ({ method }) => (method === 'GET' ? undefined : held);
  await confirmed(() => calls.start({ id, hash, options }, caller));
  // Four on their way, and two that are stored ahead and wait again.
  await until(() => running()[0]?.counts.sent === 6);
  await calls.pause({ id }, caller);
  hold();
  await until(() => running()[0]?.counts.sent === 0 && running()[0]?.pause === 'user');
  expect(service.writes()).toHaveLength(4);
  await calls.cancel({ id }, caller);
  expect(await calls.read({ id }, caller)).toMatchObject({ state: 'cancelled', counts: { done: 4, waiting: 8 } });
  expect(await reportOf(calls.resume({ id }, caller))).toMatchObject({ code: 'object-gone' });
  await confirmed(() => calls.retryFailed({ id }, caller));
  await ended(id);
  expect(service.writes()).toHaveLength(12);
  const { text, next } = await calls.exportPage({ id, after: -1 }, caller);
  expect([text.split('\r\n').length, text.split('\r\n')[0], next]).toEqual([
    14,
    'row,id,belongs_to,name,email,state,reason,code,status',
    null,
  ]);
  await calls.remove({ id }, caller);
  expect(await reportOf(calls.read({ id }, caller))).toMatchObject({ code: 'object-gone' });
});

test('results are read as text by spreadsheet programs, whatever the names in them are', async () => {
  const { process, targets, sandbox } = await setUp();
  const { calls, begun, ended } = process();
  const names = ['=HYPERLINK("http://x.example")', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1', 'Ada; Lovelace'];
  const named = targets.slice(0, names.length);
  for (const [at, { id }] of named.entries()) await sandbox.call('server', 'PATCH', `/users/${id}`, { display_name: names[at] });
  await sandbox.call('server', 'PATCH', `/users/${named[0]?.id}`, { primary_email: '-ada@x.example' });
  const id = await begun(grant, named);
  await ended(id);
  const { text } = await calls.exportPage({ id, after: -1 }, caller);
  const rows = text.trimEnd().split('\r\n').slice(1);
  expect(rows).toHaveLength(names.length);
  expect(rows[0]).toMatch(/^1,[0-9a-f-]{36},,"'=HYPERLINK\(""http:\/\/x\.example""\)",'-ada@x\.example,done,,,$/);
  const cells = rows.slice(1).map((row) => /^\d+,[0-9a-f-]{36},,(.*?),[^,]*,done,,,$/.exec(row)?.[1]);
  expect(cells).toEqual(["'+1", "'-1", "'@SUM(A1)", '"\'\t=1"', "' =1", "'＝1", '"Ada; Lovelace"']);
});

test('while it is locked, read-only, or requires more than was confirmed, nothing more is sent', async () => {
  const { process, targets, service, connection } = await setUp();
  const { calls, confirmed, running, ended, own, runtime } = process();
  const scope = { kind: 'targets', targets: targets.slice(0, 16) } as const;
  const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  const stops = [
    () => {
      own.isLocked = true;
    },
    () => runtime.topics['settings.state'].set({ ...defaultSettings, readOnly: true }),
    () => {
      connection.safety = 'read-only';
    },
  ];
  service.before = () => {
    if (service.writes().length >= 3 * (4 - stops.length)) stops.shift()?.();
  };
  await confirmed(() => calls.start({ id, hash, options }, caller));
  const adopt = () => runtime.topics['connections.list'].set(runtime.topics['connections.list'].get().value);
  await until(() => running()[0]?.pause === 'locked');
  const sent = service.writes().length;
  await calls.list({ limit: 1 }, caller);
  expect(service.writes()).toHaveLength(sent);
  own.isLocked = false;
  adopt();
  await until(() => running()[0]?.pause === 'read-only');
  runtime.topics['settings.state'].set(defaultSettings);
  await until(() => connection.safety === 'read-only' && running()[0]?.pause === 'read-only');
  connection.safety = 'confirm-writes';
  adopt();
  await ended(id);
  expect(await calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 16 } });
  expect(service.writes()).toHaveLength(16);
});

test('what a process leaves, the next one goes on with; another one at the same time waits', async () => {
  const { process, targets, service, folder, clock } = await setUp();
  const first = process();
  const scope = { kind: 'targets', targets: targets.slice(0, 16) } as const;
  const { id, hash } = await first.calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  const gone = (await first.calls.preview({ connectionId: 'c', scope, action: grant }, other)).id;
  let isClosing = false;
  service.before = () => {
    if (service.writes().length < 5 || isClosing) return;
    isClosing = true;
    void first.close();
  };
  await first.confirmed(() => first.calls.start({ id, hash, options }, caller));
  await until(() => isClosing);
  await first.close();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  let isHeld = false;
  const hold = async () => {
    isHeld = true;
    await held;
  };
  const lease = async (): Promise<void> => ((await withLease(leasePath(folder, 'c'), clock, hold)) ? undefined : lease());
  const leased = lease();
  await until(() => isHeld);
  const second = process();
  second.jobs.windowOpened();
  await until(() => second.running()[0]?.pause === 'elsewhere');
  expect(await reportOf(second.calls.rows({ id: gone, after: -1, limit: 5 }, caller))).toMatchObject({ code: 'object-gone' });
  release();
  await leased;
  await second.ended(id);
  expect(await second.calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 16 } });
  const paths = service.writes().map(({ path }) => path);
  expect(new Set(paths).size).toBe(16);
});

test('a connection that is removed in the middle ends its job, which is deleted with it', async () => {
  const { process, targets, service } = await setUp();
  const { calls, confirmed, runtime, own, running } = process();
  const scope = { kind: 'targets', targets: targets.slice(0, 16) } as const;
  const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  service.before = () => {
    if (service.writes().length < 5 || own.isRemoved) return;
    own.isRemoved = true;
    runtime.topics['connections.list'].set([]);
  };
  await confirmed(() => calls.start({ id, hash, options }, caller));
  await until(() => own.isRemoved && running().length === 0);
  expect(await reportOf(calls.read({ id }, caller))).toMatchObject({ code: 'object-gone' });
  // Five, and the four that were on their way.
  expect(service.writes().length).toBeLessThanOrEqual(9);
});

test('rows that aren’t known are checked, and a closed window’s previews are deleted', async () => {
  const { process, targets, service } = await setUp();
  const { calls, confirmed, ended, jobs } = process();
  const scope = { kind: 'targets', targets: targets.slice(0, 1) } as const;
  const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  service.fate = ({ method }) => (method === 'GET' ? new Response('Service unavailable', { status: 503 }) : 'lost-response');
  await confirmed(() => calls.start({ id, hash, options }, caller));
  await ended(id);
  expect(await calls.read({ id }, caller)).toMatchObject({ counts: { unknown: 1 } });
  service.fate = () => undefined;
  expect(await calls.checkUnknown({ id }, caller)).toEqual({ known: 1, left: 0 });
  expect(await calls.read({ id }, caller)).toMatchObject({ counts: { done: 1 } });
  expect(await calls.erasePerson({ connectionId: 'c', userId: targets[0]?.id ?? '' }, caller)).toEqual({ erased: 1 });
  expect((await calls.rows({ id, after: -1, limit: 1 }, caller)).rows[0]).toMatchObject({ name: null, email: null, state: 'done' });
  const draft = await calls.preview({ connectionId: 'c', scope: { kind: 'targets', targets: targets.slice(1, 3) }, action: grant }, caller);
  jobs.windowClosed('w');
  await until(async () => (await calls.rows({ id: draft.id, after: -1, limit: 1 }, caller).catch(() => null)) === null);
});
