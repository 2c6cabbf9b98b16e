import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { forbiddableActions, type PolicyState } from '#contract/bridge/policy.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createTopic } from '../runtime/topics';
import { createAssertMayAdd, createPolicy } from './policy';

async function setUp(value?: unknown) {
  const folder = join(await temporaryFolder(), 'latchkey');
  await mkdir(folder, { mode: 0o755 });
  const file = join(folder, 'policy.json');
  const write = (next: unknown) => writeFile(file, typeof next === 'string' ? next : JSON.stringify(next), { mode: 0o644 });
  if (value !== undefined) await write(value);
  const clock = createFakeClock();
  const logged: unknown[] = [];
  let changes = 0;
  const topic = createTopic<PolicyState>('policy.state', { state: 'none' }, () => undefined);
  const policy = createPolicy({
    place: { file, ownerId: process.getuid?.() ?? null },
    clock,
    topic,
    log: (...line) => void logged.push(line),
    onChange: () => {
      changes += 1;
    },
  });
  onTestFinished(() => policy.close());
  await policy.load();
  return { policy, topic, file, write, clock, logged, changes: () => changes };
}

test('without a file, nothing is decided', async () => {
  const { policy, topic, changes, logged } = await setUp();
  expect(topic.get().value).toEqual({ state: 'none' });
  expect(policy.apply(defaultSettings)).toEqual(defaultSettings);
  expect([policy.isLocked('readOnly'), policy.mayAdd('https://x.test'), policy.mayReach('https://x.test'), changes()]).toEqual([
    false,
    true,
    true,
    0,
  ]);
  expect(logged).toEqual([]);
});

test('a policy replaces settings and allows services', async () => {
  const { policy, topic, file } = await setUp({
    version: 1,
    organization: 'Example Inc.',
    contact: 'it@example.com',
    settings: { clipboardSeconds: 10, lockAfterMinutes: null },
    allowedHosts: ['*.example.com'],
    forbidden: ['reveal', 'export', 'export'],
  });
  expect(topic.get().value).toEqual({
    state: 'active',
    file,
    organization: 'Example Inc.',
    contact: 'it@example.com',
    locked: ['clipboardSeconds', 'lockAfterMinutes'],
    allowedHosts: ['*.example.com'],
    forbidden: ['export', 'reveal'],
  });
  expect(policy.apply({ ...defaultSettings, theme: 'dark' })).toEqual({
    ...defaultSettings,
    theme: 'dark',
    clipboardSeconds: 10,
    lockAfterMinutes: null,
  });
  expect([policy.isLocked('clipboardSeconds'), policy.isLocked('theme')]).toEqual([true, false]);
  expect([policy.mayReach('https://api.example.com/a'), policy.mayReach('https://x.test')]).toEqual([true, false]);
  expect(forbiddableActions.map(policy.isForbidden)).toEqual([true, false, true]);
  policy.assertPermitted('impersonation');
  expect(await reportOf((async () => policy.assertPermitted('reveal'))())).toEqual({ code: 'forbidden-by-policy', path: 'reveal' });
  const assertMayAdd = createAssertMayAdd(policy);
  assertMayAdd('https://api.example.com');
  expect(await reportOf((async () => assertMayAdd('https://x.test'))())).toEqual({ code: 'host-not-allowed', path: 'baseUrl' });
});

test('another value of a locked setting is adopted', async () => {
  const { policy, write, clock, changes } = await setUp({ version: 1, settings: { clipboardSeconds: 10 } });
  const before = changes();
  await write({ version: 1, settings: { clipboardSeconds: 20 } });
  await eventually(async () => {
    await clock.advance(300);
    expect([policy.apply(defaultSettings).clipboardSeconds, changes()]).toEqual([20, before + 1]);
  });
});

test('under a broken policy nothing is changed and no service is added, and its text isn’t logged', async () => {
  const { policy, topic, file, logged } = await setUp({ version: 1, settings: { readOnly: 'a secret' } });
  expect(topic.get().value).toEqual({
    state: 'broken',
    file,
    problem: 'invalid',
    field: 'settings.readOnly',
    locked: ['readOnly', 'updates'],
    forbidden: ['export', 'impersonation', 'reveal'],
  });
  expect(policy.apply(defaultSettings)).toEqual({ ...defaultSettings, readOnly: true, updates: false });
  // What is connected stays readable.
  expect([policy.mayAdd('https://x.test'), policy.mayReach('https://x.test')]).toEqual([false, true]);
  expect(logged).toEqual([['warn', 'policy-broken', { problem: 'invalid', field: 'settings.readOnly' }]]);
});

test('a change of the file applies once it has settled, also one that breaks or removes it', async () => {
  const { policy, topic, file, write, clock, changes } = await setUp({ version: 1 });
  const becomes = async (state: PolicyState['state']) => {
    await eventually(() => expect(clock.waiting).toBe(1));
    await clock.advance(300);
    await eventually(() => expect(topic.get().value.state).toBe(state));
  };
  expect(changes()).toBe(1);
  await write('{"version": 1, ');
  await becomes('broken');
  expect(policy.isLocked('readOnly')).toBe(true);
  await write({ version: 1, settings: { privacyMode: true } });
  await becomes('active');
  expect([policy.isLocked('readOnly'), policy.isLocked('privacyMode')]).toEqual([false, true]);
  await rm(file);
  await becomes('none');
  expect([policy.isLocked('privacyMode'), changes()]).toEqual([false, 4]);
});

test('no place is no policy', async () => {
  const topic = createTopic<PolicyState>('policy.state', { state: 'none' }, () => undefined);
  const policy = createPolicy({ place: null, clock: createFakeClock(), topic, log: () => undefined, onChange: () => undefined });
  await policy.load();
  expect([topic.get().value, policy.mayAdd('https://x.test')]).toEqual([{ state: 'none' }, true]);
  policy.close();
});
