import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { forbiddableActions, type PolicyState } from '#contract/bridge/settings.ts';
import { defaultSettings } from '#contract/setting-rows.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createTopic } from '../runtime/topics';
import { createAssertMayAdd, createPolicy, readPolicyFile } from './policy';

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
    required: ['journal'],
  });
  expect(topic.get().value).toEqual({
    state: 'active',
    file,
    organization: 'Example Inc.',
    contact: 'it@example.com',
    locked: ['clipboardSeconds', 'lockAfterMinutes'],
    allowedHosts: ['*.example.com'],
    forbidden: ['export', 'reveal'],
    required: ['journal'],
  });
  expect([policy.isRequired('journal'), policy.isRequired('production-note')]).toEqual([true, false]);
  expect(policy.apply({ ...defaultSettings, theme: 'dark' })).toEqual({
    ...defaultSettings,
    theme: 'dark',
    clipboardSeconds: 10,
    lockAfterMinutes: null,
  });
  expect([policy.isLocked('clipboardSeconds'), policy.isLocked('theme')]).toEqual([true, false]);
  expect([policy.mayReach('https://api.example.com/a'), policy.mayReach('https://x.test')]).toEqual([true, false]);
  expect(forbiddableActions.map(policy.isForbidden)).toEqual([true, false, true, false, false, false]);
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
    forbidden: ['export', 'impersonation', 'reveal', 'local-index', 'snapshots'],
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

const text = '{"version": 1}';

/** A policy that is protected like one of an administrator, who is the user of the specs. */
async function policyFileSetUp() {
  const folder = join(await temporaryFolder(), 'latchkey');
  await mkdir(folder, { mode: 0o755 });
  const file = join(folder, 'policy.json');
  await writeFile(file, text, { mode: 0o644 });
  return { folder, file, place: { file, ownerId: process.getuid?.() ?? null } };
}

test('a protected file is read', async () => {
  const { place } = await policyFileSetUp();
  expect(await readPolicyFile(place)).toBe(text);
});

test('a byte order mark is left to the parser', async () => {
  const { place, file } = await policyFileSetUp();
  await writeFile(file, `\uFEFF${text}`);
  expect(await readPolicyFile(place)).toBe(`\uFEFF${text}`);
});

test.each<[string, (scene: Awaited<ReturnType<typeof policyFileSetUp>>) => Promise<unknown>]>([
  ['no file', ({ file }) => rm(file)],
  ['no folder', ({ folder }) => rm(folder, { recursive: true })],
  ['a file in place of the folder', ({ folder }) => rm(folder, { recursive: true }).then(() => writeFile(folder, ''))],
])('there is no policy with %s', async (_what, change) => {
  const scene = await policyFileSetUp();
  await change(scene);
  expect(await readPolicyFile(scene.place)).toBeNull();
});

describe.skipIf(process.platform === 'win32')('a policy isn’t used', () => {
  test.each<[string, string, (scene: Awaited<ReturnType<typeof policyFileSetUp>>) => Promise<unknown> | unknown]>([
    ['whose file its group can write', 'not-protected', ({ file }) => chmod(file, 0o664)],
    ['whose file everyone can write', 'not-protected', ({ file }) => chmod(file, 0o646)],
    ['whose folder its group can write', 'folder-not-protected', ({ folder }) => chmod(folder, 0o775)],
    ['whose folder everyone can write', 'folder-not-protected', ({ folder }) => chmod(folder, 0o1777)],
    [
      'whose folder is a link',
      'folder-not-protected',
      ({ folder }) => rename(folder, `${folder}-real`).then(() => symlink(`${folder}-real`, folder)),
    ],
    ['that is a link', 'not-a-file', ({ file }) => rename(file, `${file}.real`).then(() => symlink(`${file}.real`, file))],
    ['that is a link to nothing', 'not-a-file', ({ file }) => rm(file).then(() => symlink('/nowhere/at/all', file))],
    ['that is a folder', 'not-a-file', ({ file }) => rm(file).then(() => mkdir(file))],
    ['that is a pipe', 'not-a-file', ({ file }) => rm(file).then(() => execFileSync('mkfifo', [file]))],
    ['that is larger than 64 kB', 'too-large', ({ file }) => writeFile(file, `${text}${' '.repeat(64 * 1024)}`)],
    ['that isn’t text', 'not-json', ({ file }) => writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]))],
  ])('%s', async (_what, problem, change) => {
    const scene = await policyFileSetUp();
    await change(scene);
    expect(await readPolicyFile(scene.place)).toEqual({ problem });
  });

  test('that belongs to another user', async () => {
    const { place } = await policyFileSetUp();
    expect(await readPolicyFile({ ...place, ownerId: (place.ownerId ?? 0) + 1 })).toEqual({ problem: 'folder-not-protected' });
  });

  test.skipIf(process.getuid?.() === 0)('that can’t be read', async () => {
    const { place, file } = await policyFileSetUp();
    await chmod(file, 0o200);
    expect(await readPolicyFile(place)).toEqual({ problem: 'unreadable' });
  });
});

test('a file of exactly 64 kB is read', async () => {
  const { place, file } = await policyFileSetUp();
  await writeFile(file, text.padEnd(64 * 1024));
  expect(await readPolicyFile(place)).toBe(await readFile(file, 'utf8'));
});
