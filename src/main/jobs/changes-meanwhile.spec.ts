import { expect, test, vi } from 'vitest';
import { until } from '#tests/support/fake-clock.ts';
import { caller, grant, jobsOfProfile, options } from '#tests/support/main/jobs-profile.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';

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
