/** Jobs while Latchkey is locked: by the setting, and by where the keys are. */
import { expect, test } from 'vitest';
import type { JobTarget } from '#contract/jobs/job.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import { until } from '#tests/support/fake-clock.ts';
import { caller, grant, jobsOfProfile, options } from '#tests/support/main/jobs-profile.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';

const lockState = { locked: true, problem: null, hasPassphrase: true, canSeal: true, canCheckPresence: false } as const;
const targetsOf = (targets: readonly JobTarget[]) => ({ kind: 'targets', targets: targets.slice(0, 12) }) as const;

test.each([
  [false, 'system', 'locked'],
  [true, 'system', 'done'],
  [true, 'memory', 'done'],
  // The keys can't be read without the passphrase.
  [true, 'sealed', 'locked'],
] as const)('with the setting %s and %s secrets, a job that is in the middle is %s', async (jobsWhileLocked, secrets, result) => {
  const { process, targets, service } = await jobsOfProfile();
  const { calls, confirmed, running, ended, own, runtime } = process();
  runtime.topics['settings.state'].set({ ...defaultSettings, jobsWhileLocked });
  const { id, hash } = await calls.preview({ connectionId: 'c', scope: targetsOf(targets), action: grant }, caller);
  let wasLocked = false;
  service.before = () => {
    if (service.writes().length < 3 || wasLocked) return;
    wasLocked = true;
    own.isLocked = true;
    runtime.topics['lock.state'].set({ ...lockState, secrets });
  };
  await confirmed(() => calls.start({ id, hash, options }, caller));
  if (result === 'done') await ended(id);
  else {
    await until(() => running()[0]?.pause === 'locked');
    expect(service.writes().length).toBeLessThan(12);
    own.isLocked = false;
    runtime.topics['lock.state'].set({ ...lockState, secrets, locked: false });
    await ended(id);
  }
  expect(await calls.read({ id }, caller)).toMatchObject({ state: 'done', counts: { done: 12 } });
  expect(service.writes()).toHaveLength(12);
});

test.each([
  [false, 'locked'],
  [true, 'done'],
] as const)('from the start, with the setting %s, a job that was left is %s', async (jobsWhileLocked, result) => {
  const { process, targets, service } = await jobsOfProfile();
  const first = process();
  const { id, hash } = await first.calls.preview({ connectionId: 'c', scope: targetsOf(targets), action: grant }, caller);
  let isClosing = false;
  service.before = () => {
    if (service.writes().length < 3 || isClosing) return;
    isClosing = true;
    void first.close();
  };
  await first.confirmed(() => first.calls.start({ id, hash, options }, caller));
  await until(() => isClosing);
  await first.close();
  const sent = service.writes().length;
  const second = process();
  second.own.isLocked = true;
  second.runtime.topics['lock.state'].set({ ...lockState, secrets: 'system' });
  second.runtime.topics['settings.state'].set({ ...defaultSettings, jobsWhileLocked });
  second.jobs.windowOpened();
  if (result === 'done') await second.ended(id);
  else await until(() => second.running()[0]?.pause === 'locked');
  expect(service.writes()).toHaveLength(result === 'done' ? 12 : sent);
});

test('a policy’s value applies to a job in the middle, and a preview is refused all the same', async () => {
  const { process, targets, service } = await jobsOfProfile();
  const { calls, confirmed, running, own, runtime } = process();
  runtime.topics['settings.state'].set({ ...defaultSettings, jobsWhileLocked: true });
  const { id, hash } = await calls.preview({ connectionId: 'c', scope: targetsOf(targets), action: grant }, caller);
  service.before = () => {
    if (service.writes().length < 3) return;
    own.isLocked = true;
    runtime.topics['settings.state'].set({ ...defaultSettings, jobsWhileLocked: false });
  };
  await confirmed(() => calls.start({ id, hash, options }, caller));
  await until(() => running()[0]?.pause === 'locked');
  expect(service.writes().length).toBeLessThan(12);
  const preview = calls.preview({ connectionId: 'c', scope: targetsOf(targets), action: grant }, caller);
  expect(await reportOf(preview)).toMatchObject({ code: 'app-locked' });
});
