import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Push } from '#contract/definitions.ts';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import { eventually } from '#tests/support/eventually.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { useUpWatchers } from '#tests/support/main/limited-watchers.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import type { Clock } from '../ports/ports';
import { systemClock } from '../runtime/system-clock';
import { createTopic } from '../runtime/topics';
import type { UnreadableFile } from '../storage/json-file';
import { createSettings } from './settings';

vi.mock('node:fs', async (load) => (await import('#tests/support/main/limited-watchers.ts')).limitedWatchers(await load()));

const noPolicy = { apply: (settings: Settings) => settings, isLocked: () => false };

function setUp(
  folder: string,
  policy: Parameters<typeof createSettings>[4] = noPolicy,
  clock: Clock = createFakeClock({ hasteUpTo: 1_000 }),
) {
  const pushed: Push[] = [];
  const aside: UnreadableFile[] = [];
  const topic = createTopic<Settings>('settings.state', defaultSettings, (push) => pushed.push(push));
  const settings = createSettings(folder, clock, topic, (what) => aside.push(what), policy);
  onTestFinished(settings.close);
  return { settings, topic, pushed, aside };
}

test('are the defaults where nothing was chosen', async () => {
  const { settings, topic } = setUp(await temporaryFolder());
  await settings.load();
  expect(topic.get().value).toEqual(defaultSettings);
});

test('a change is stored, pushed, and read again; other settings stay unchanged', async () => {
  const folder = await temporaryFolder();
  const { settings, pushed } = setUp(folder);
  await settings.load();
  await settings.update({ theme: 'dark' });
  await settings.update({ panelWidth: 500, theme: undefined });
  const chosen = { ...defaultSettings, theme: 'dark', panelWidth: 500 };
  expect(pushed.at(-1)).toMatchObject({ name: 'settings.state', value: chosen });
  const later = setUp(folder);
  await later.settings.load();
  expect(later.topic.get().value).toEqual(chosen);
  expect(JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))).toEqual({
    format: 'latchkey/settings',
    version: 1,
    data: chosen,
  });
});

test('apply also where the system has no more watchers', async () => {
  const folder = await temporaryFolder();
  await setUp(folder).settings.update({ readOnly: true });
  useUpWatchers();
  const later = setUp(folder);
  await later.settings.load();
  expect(later.topic.get().value.readOnly).toBe(true);
});

test('quick changes end with the last', async () => {
  const { settings, topic } = setUp(await temporaryFolder());
  await Promise.all(Array.from({ length: 20 }, (_, number) => settings.update({ panelWidth: 300 + number })));
  expect(topic.get().value.panelWidth).toBe(319);
});

test('a file of an earlier version has the defaults of what it lacks', async () => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ format: 'latchkey/settings', version: 1, data: { theme: 'dark' } }));
  const { settings, topic, aside } = setUp(folder);
  await settings.load();
  expect([topic.get().value, aside]).toEqual([{ ...defaultSettings, theme: 'dark' }, []]);
});

test('a broken file is set aside, and the defaults hold', async () => {
  const folder = await temporaryFolder();
  await writeFile(
    join(folder, 'settings.json'),
    JSON.stringify({ format: 'latchkey/settings', version: 1, data: { ...defaultSettings, panelWidth: 1e9 } }),
  );
  const { settings, topic, aside } = setUp(folder);
  await settings.load();
  expect([topic.get().value, aside.length]).toEqual([defaultSettings, 1]);
});

test('a change that cannot be written changes nothing', async () => {
  const folder = join(await temporaryFolder(), 'profile');
  await writeFile(folder, 'a file');
  const { settings, topic, pushed } = setUp(folder);
  expect(await reportOf(settings.update({ theme: 'dark' }))).toEqual({ code: 'profile-not-writable' });
  expect([topic.get().value, pushed]).toEqual([defaultSettings, []]);
});

test('a policy replaces what the user chose, which stays stored, and refuses changes of what it decides', async () => {
  const folder = await temporaryFolder();
  let decided: Partial<Settings> = {};
  const policy = {
    apply: (settings: Settings) => ({ ...settings, ...decided }),
    isLocked: (setting: keyof Settings) => setting in decided,
  };
  const { settings, topic } = setUp(folder, policy);
  await settings.load();
  await settings.update({ clipboardSeconds: 60 });
  decided = { clipboardSeconds: 10 };
  settings.publish();
  expect(topic.get().value.clipboardSeconds).toBe(10);
  expect(await reportOf(settings.update({ theme: 'dark', clipboardSeconds: 90 }))).toEqual({
    code: 'setting-locked',
    path: 'clipboardSeconds',
  });
  expect(topic.get().value).toMatchObject({ theme: 'system', clipboardSeconds: 10 });
  await settings.update({ theme: 'dark', clipboardSeconds: undefined });
  expect(topic.get().value).toMatchObject({ theme: 'dark', clipboardSeconds: 10 });
  decided = {};
  settings.publish();
  expect(topic.get().value).toMatchObject({ theme: 'dark', clipboardSeconds: 60 });
});

test('a policy applies although the file can’t be read', async () => {
  const folder = join(await temporaryFolder(), 'profile');
  await writeFile(folder, 'a file');
  const { settings, topic } = setUp(folder, { apply: (value) => ({ ...value, readOnly: true }), isLocked: () => false });
  await settings.load().catch(() => undefined);
  expect(topic.get().value.readOnly).toBe(true);
});

describe('two processes of a profile', () => {
  async function pair() {
    const folder = await temporaryFolder();
    // A hurried clock would give up waiting for a file that the other one is writing.
    const [one, other] = [setUp(folder, noPolicy, systemClock), setUp(folder, noPolicy, systemClock)];
    await one.settings.load();
    await other.settings.load();
    return { folder, one, other };
  }

  test('follow each other’s changes, and push each once', async () => {
    const { one, other } = await pair();
    for (const theme of ['dark', 'light', 'dark'] as const) {
      const pushes = [one.pushed.length, other.pushed.length];
      await one.settings.update({ theme });
      await eventually(() => expect(other.topic.get().value.theme).toBe(theme));
      // The first process may hear of its own change later than the second.
      await other.settings.update({ panelWidth: other.topic.get().value.panelWidth + 1 });
      await eventually(() => expect(one.topic.get().value).toEqual(other.topic.get().value));
      expect([one.pushed.length, other.pushed.length]).toEqual(pushes.map((count) => count + 2));
    }
  });

  test('end with the same settings when both change them at once', async () => {
    const { folder, one, other } = await pair();
    await Promise.all([
      ...Array.from({ length: 10 }, (_, number) => one.settings.update({ panelWidth: 300 + number })),
      ...Array.from({ length: 10 }, (_, number) => other.settings.update({ clipboardSeconds: 20 + number })),
    ]);
    const { data } = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'));
    expect(data).toMatchObject({ panelWidth: 309, clipboardSeconds: 29 });
    for (const { topic } of [one, other]) await eventually(() => expect(topic.get().value).toEqual(data));
  });
});
