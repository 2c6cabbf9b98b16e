import { expect, test, vi } from 'vitest';
import { defaultSettings } from '#contract/setting-rows.ts';
import { until } from '#tests/support/fake-clock.ts';
import { caller, grant, jobsOfProfile, options } from '#tests/support/main/jobs-profile.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { LibraryFailure } from '../library/library-client';

const day = 86_400_000;

test.each([-400 * day, -2 * day, 2 * day, 400 * day])(
  'a date that changes by %d ms costs no preview, and no row of a job',
  async (jump) => {
    const { process, targets, clock, service } = await jobsOfProfile();
    const { calls, confirmed, ended, jobs, journal, runtime } = process();
    const request = vi.spyOn(journal.records, 'request');
    const isLookedAt = () => request.mock.calls.some(([{ op }]) => op === 'jobs-running');
    jobs.windowOpened();
    await until(isLookedAt);
    const scope = { kind: 'targets', targets: targets.slice(0, 8) } as const;
    const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
    const start = () => calls.start({ id, hash, options }, caller);
    clock.setDate(clock.now() + jump);
    request.mockClear();
    runtime.topics['settings.state'].set({ ...runtime.topics['settings.state'].get().value });
    await until(isLookedAt);
    await confirmed(start);
    let isBack = false;
    service.before = () => {
      if (isBack || service.writes().length < 3) return;
      isBack = true;
      clock.setDate(clock.now() - jump);
    };
    await ended(id);
    expect(await calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 8 } });
    expect(service.writes()).toHaveLength(8);
  },
);

test('a service whose time is days behind keeps its previews', async () => {
  const { process, targets, clock } = await jobsOfProfile();
  const { calls, confirmed, ended, jobs, journal, runtime } = process({ serverTime: () => clock.now() - 3 * day });
  jobs.windowOpened();
  const scope = { kind: 'targets', targets: targets.slice(0, 2) } as const;
  const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  const request = vi.spyOn(journal.records, 'request');
  runtime.topics['settings.state'].set({ ...runtime.topics['settings.state'].get().value });
  await until(() => request.mock.calls.some(([{ op }]) => op === 'jobs-running'));
  await confirmed(() => calls.start({ id, hash, options }, caller));
  await ended(id);
});

test('a connection that is edited to another destination sends it nothing of its job, which goes on once it is back', async () => {
  const { process, targets, service, connection } = await jobsOfProfile();
  const { calls, begun, ended, running, runtime } = process();
  const adopt = () => runtime.topics['connections.list'].set(runtime.topics['connections.list'].get().value);
  const own = connection.projectId;
  service.before = () => {
    if (service.writes().length >= 3) connection.projectId = 'another';
  };
  const id = await begun(grant, targets.slice(0, 16));
  await until(() => running()[0]?.pause === 'connection-changed');
  const sent = service.writes().length;
  expect(sent).toBeLessThan(9);
  service.before = () => undefined;
  connection.projectId = own;
  adopt();
  await ended(id);
  expect(service.writes()).toHaveLength(16);
  expect(await calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 16 } });
});

test('a preview for a destination that the connection no longer has can’t be started', async () => {
  const { process, targets, service, connection } = await jobsOfProfile();
  const { calls } = process();
  const scope = { kind: 'targets', targets: targets.slice(0, 2) } as const;
  const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  connection.projectId = 'another';
  expect(await reportOf(calls.start({ id, hash, options }, caller))).toMatchObject({ code: 'connection-changed' });
  expect(service.writes()).toEqual([]);
});

type Profile = Awaited<ReturnType<typeof jobsOfProfile>>;
type Process = ReturnType<Profile['process']>;

function change<T extends object>(of: T, by: Partial<T>): void {
  Object.assign(of, by);
}

/** What may happen to a connection, what a start says then, and why a job that is active doesn't go on. */
const changes: readonly (readonly [string, (of: Profile, process: Process) => void, string, string])[] = [
  [
    'points to another project',
    ({ connection }) => change(connection, { projectId: 'another' }),
    'connection-changed',
    'connection-changed',
  ],
  [
    'leads to another server',
    ({ connection }) => change(connection, { baseUrl: 'https://y.test' }),
    'connection-changed',
    'connection-changed',
  ],
  ['is read-only', ({ connection }) => change(connection, { safety: 'read-only' }), 'read-only-connection', 'read-only'],
  [
    'is read-only with Latchkey',
    (_of, { runtime }) => runtime.topics['settings.state'].set({ ...defaultSettings, readOnly: true }),
    'app-read-only',
    'read-only',
  ],
  ['is removed', (_of, { own }) => change(own, { isRemoved: true }), 'unknown-connection', 'connection-changed'],
];

test.each(changes)('a connection that %s between the preview and the start is sent nothing', async (_what, happens, code) => {
  const profile = await jobsOfProfile();
  const own = profile.process();
  const scope = { kind: 'targets', targets: profile.targets.slice(0, 4) } as const;
  const { id, hash } = await own.calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  happens(profile, own);
  expect(await reportOf(own.calls.start({ id, hash, options }, caller))).toMatchObject({ code });
  expect(own.running()).toEqual([]);
  expect(profile.service.writes()).toEqual([]);
});

test.each(changes)('a connection that %s after it was confirmed, and before the start, is sent nothing', async (_what, happens, code) => {
  const profile = await jobsOfProfile();
  const own = profile.process();
  const scope = { kind: 'targets', targets: profile.targets.slice(0, 4) } as const;
  const { id, hash } = await own.calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  let starts = 0;
  const start = () => {
    starts += 1;
    if (starts === 2) happens(profile, own);
    return own.calls.start({ id, hash, options }, caller);
  };
  expect(await reportOf(own.confirmed(start))).toMatchObject({ code });
  expect(profile.service.writes()).toEqual([]);
});

test.each(changes)('a job that is paused while the connection %s isn’t resumed, and can be canceled', async (_what, happens, code) => {
  const profile = await jobsOfProfile();
  const { targets, service } = profile;
  const own = profile.process();
  const { calls, begun, running } = own;
  let isPaused = false;
  service.before = ({ method }) => {
    if (method === 'GET' || isPaused) return;
    isPaused = true;
    void calls.pause({ id: running()[0]?.id ?? '' }, caller);
  };
  const id = await begun(grant, targets.slice(0, 16));
  await until(() => running()[0]?.pause === 'user' && running()[0]?.counts.sent === 0);
  const sent = service.writes().length;
  happens(profile, own);
  expect(await reportOf(calls.resume({ id }, caller))).toMatchObject({ code });
  expect(await reportOf(calls.retryFailed({ id }, caller))).toMatchObject({ code });
  await calls.cancel({ id }, caller);
  expect(await calls.read({ id }, caller)).toMatchObject({ state: 'cancelled', counts: { done: sent, waiting: 16 - sent } });
  expect(service.writes()).toHaveLength(sent);
});

test.each(changes)('a job of a connection that %s at the next start says so, and sends nothing', async (_what, happens, _code, pause) => {
  const profile = await jobsOfProfile();
  const { targets, service } = profile;
  const first = profile.process();
  let closing: Promise<void> | null = null;
  service.before = () => {
    if (service.writes().length >= 3) closing ??= first.close();
  };
  const id = await first.begun(grant, targets.slice(0, 16));
  await until(() => closing !== null);
  await closing;
  const sent = service.writes().length;
  const second = profile.process();
  happens(profile, second);
  second.jobs.windowOpened();
  await until(() => second.running()[0]?.pause === pause);
  expect(await second.calls.read({ id }, caller)).toMatchObject({ state: 'active' });
  expect(service.writes()).toHaveLength(sent);
});

test('jobs of a connection that is removed, and a process that ends before it has looked at them, are deleted', async () => {
  const profile = await jobsOfProfile();
  const first = profile.process();
  let closing: Promise<void> | null = null;
  profile.service.before = () => {
    if (profile.service.writes().length >= 3) closing ??= first.close();
  };
  const id = await first.begun(grant, profile.targets.slice(0, 16));
  await until(() => closing !== null);
  await closing;
  const second = profile.process();
  second.own.isRemoved = true;
  second.runtime.topics['connections.list'].set([]);
  await second.close();
  expect(await reportOf(profile.process().calls.read({ id }, caller))).toMatchObject({ code: 'object-gone' });
});

test.each(['job-create', 'job-add-rows', 'job-freeze'])(
  'a preview for which the disk is full (%s) says so, and leaves nothing',
  async (full) => {
    const { process, targets, service } = await jobsOfProfile();
    const { calls, journal, begun, ended } = process();
    const { request } = journal.records;
    let isFull = true;
    const ids: string[] = [];
    vi.spyOn(journal.records, 'request').mockImplementation((body, signal) => {
      if (body.op === 'job-create') ids.push(body.job);
      return isFull && body.op === full ? Promise.reject(new LibraryFailure('disk-full')) : request(body, signal);
    });
    const scope = { kind: 'targets', targets: targets.slice(0, 4) } as const;
    expect(await reportOf(calls.preview({ connectionId: 'c', scope, action: grant }, caller))).toMatchObject({
      code: 'profile-not-writable',
    });
    expect(await journal.records.request({ op: 'job-read', job: ids[0] ?? '' })).toBeNull();
    isFull = false;
    await ended(await begun(grant, targets.slice(0, 4)));
    expect(service.writes()).toHaveLength(4);
  },
);
