import { expect, test, vi } from 'vitest';
import type { RequestedAction } from '#contract/jobs/job-action.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import { until } from '#tests/support/fake-clock.ts';
import { caller, grant, jobsOfProfile, options, other } from '#tests/support/main/jobs-profile.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { withLease } from '../storage/file-lock';
import { leasePath } from './create-jobs';

test('a job is sent once its rows and values are confirmed, and its entries in the journal say so', async () => {
  const { process, targets, service } = await jobsOfProfile();
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

test('a note that the policy requires on production is written once, and is on each entry', async () => {
  const { process, targets, connection } = await jobsOfProfile();
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
  const { process, targets, service, connection } = await jobsOfProfile();
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
  const { process, targets, service, sandbox } = await jobsOfProfile();
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
  const { process, targets, service } = await jobsOfProfile();
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
  const { process, targets, service } = await jobsOfProfile();
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
  const { process, targets, service } = await jobsOfProfile();
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
  const { process, targets, sandbox } = await jobsOfProfile();
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
  const { process, targets, service, connection } = await jobsOfProfile();
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
  const { process, targets, service, folder, clock } = await jobsOfProfile();
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
  const { process, targets, service } = await jobsOfProfile();
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
  const { process, targets, service } = await jobsOfProfile();
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

test('what changes while the jobs are being closed, or after it, no longer reads anything', async () => {
  const { process, clock } = await jobsOfProfile();
  const { jobs, journal, runtime } = process();
  const request = vi.spyOn(journal.records, 'request');
  const ops = () => request.mock.calls.map(([{ op }]) => op);
  const change = () => runtime.topics['settings.state'].set({ ...runtime.topics['settings.state'].get().value });
  jobs.windowOpened();
  await until(() => ops().includes('jobs-running'));
  request.mockClear();
  change();
  await until(() => ops().includes('jobs-running'));
  const closing = jobs.close();
  change();
  await closing;
  request.mockClear();
  change();
  jobs.windowOpened();
  await clock.advance(60_000);
  expect(ops()).toEqual([]);
});
