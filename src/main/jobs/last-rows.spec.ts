import { expect, test } from 'vitest';
import { until } from '#tests/support/fake-clock.ts';
import { caller, grant, jobsOfProfile, options } from '#tests/support/main/jobs-profile.ts';

type Profile = Awaited<ReturnType<typeof jobsOfProfile>>;
type Process = ReturnType<Profile['process']>;

/** Starts a job of four rows, and runs something while all of them are on their way. */
async function whileTheLastAreSent(act: (of: Process, id: string, release: () => void) => Promise<unknown>) {
  const profile = await jobsOfProfile();
  const { process, targets, service } = profile;
  const own = process();
  const scope = { kind: 'targets', targets: targets.slice(0, 4) } as const;
  const { id, hash } = await own.calls.preview({ connectionId: 'c', scope, action: grant }, caller);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  service.before = ({ method }) => (method === 'GET' ? undefined : held);
  await own.confirmed(() => own.calls.start({ id, hash, options }, caller));
  await until(() => own.running()[0]?.counts.sent === 4);
  const acting = act(own, id, release);
  return { ...profile, own, id, acting, release };
}

test.each<[string, (of: Process, id: string) => Promise<unknown>]>([
  ['paused', ({ calls }, id) => calls.pause({ id }, caller)],
  ['canceled', ({ calls }, id) => calls.cancel({ id }, caller)],
])('a job that is %s while its last rows are sent is done when they are', async (_what, act) => {
  const { own, id, acting, release, service } = await whileTheLastAreSent(act);
  await acting;
  release();
  await until(async () => (await own.calls.read({ id }, caller)).counts.done === 4);
  await own.ended(id);
  expect(await own.calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 4 } });
  expect(service.writes()).toHaveLength(4);
});

test('a job whose process ends with its last rows is done, and isn’t gone on with', async () => {
  const { process, id, acting, service } = await whileTheLastAreSent(({ jobs }, _id, release) => {
    release();
    return jobs.close();
  });
  await acting;
  expect(await process().calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 4 } });
  expect(service.writes()).toHaveLength(4);
});

test('a job that may fail once is done when its last row fails, and stopped when others wait', async () => {
  const { process, targets, service } = await jobsOfProfile();
  const { calls, confirmed, ended } = process();
  service.fate = ({ method }) => (method === 'GET' ? undefined : new Response('{}', { status: 400 }));
  const stateOf = async (count: number) => {
    const scope = { kind: 'targets', targets: targets.slice(0, count) } as const;
    const { id, hash } = await calls.preview({ connectionId: 'c', scope, action: grant }, caller);
    await confirmed(() => calls.start({ id, hash, options: { ...options, stopAfter: 1 } }, caller));
    await ended(id);
    const { state, counts } = await calls.read({ id }, caller);
    return [state, counts.failed, counts.waiting];
  };
  expect(await stateOf(1)).toEqual(['done', 1, 0]);
  expect(await stateOf(2)).toEqual(['stopped', 1, 1]);
});
