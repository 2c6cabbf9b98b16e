import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultSettings, type Settings } from '#contract/setting-rows.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { createTopic } from '../runtime/topics';
import { readEarlySettings } from './early-settings';
import { createSettings } from './settings';

const envelope = (data: unknown, version: unknown = 1, format = 'latchkey/settings') => JSON.stringify({ format, version, data });
const defaults = { hardwareAcceleration: true, language: 'system' };

test.each([
  [envelope({ hardwareAcceleration: false }), false],
  [envelope({ hardwareAcceleration: false, newer: { x: 1 } }), false],
  [envelope({ hardwareAcceleration: true }), true],
  [envelope({}), true],
  [envelope({ hardwareAcceleration: 'false' }), true],
  [envelope({ hardwareAcceleration: 0 }), true],
  [envelope({ hardwareAcceleration: false }, 2), true],
  [envelope({ hardwareAcceleration: false }, 1, 'other'), true],
  ['{"format":"latchkey/settings","version":1,"data":{"hardwareAcceleration":false}', true],
  ['', true],
  ['null', true],
  ['[]', true],
  [`${envelope({ hardwareAcceleration: false })}${' '.repeat(1_000_000)}`, true],
])('%.80s means %s', async (text, expected) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), text);
  expect(readEarlySettings(folder).hardwareAcceleration).toBe(expected);
});

test.each([
  [envelope({ language: 'de' }), 'de'],
  [envelope({ language: 'de', hardwareAcceleration: 0 }), 'de'],
  [envelope({ language: 'fr' }), 'system'],
  [envelope({ language: '../de' }), 'system'],
  ['[]', 'system'],
])('%.80s means the language %s', async (text, expected) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'settings.json'), text);
  expect(readEarlySettings(folder).language).toBe(expected);
});

test('reads what the app writes', async () => {
  const folder = await temporaryFolder();
  const policy = { apply: (chosen: Settings) => chosen, isLocked: () => false };
  const topic = createTopic<Settings>('settings.state', defaultSettings, () => undefined);
  await createSettings(folder, createFakeClock(), topic, () => undefined, policy).update({ hardwareAcceleration: false, language: 'ja' });
  expect(readEarlySettings(folder)).toEqual({ hardwareAcceleration: false, language: 'ja' });
});

test.skipIf(process.platform === 'win32')('anything but a file means the default, and isn’t waited for', async () => {
  const folder = await temporaryFolder();
  expect(readEarlySettings(join(folder, 'missing'))).toMatchObject(defaults);
  for (const make of [
    (path: string) => mkdir(path, { recursive: true }),
    async (path: string) => void execFileSync('mkfifo', [path]),
    (path: string) => symlink('/dev/zero', path),
  ]) {
    const own = join(await temporaryFolder(), 'profile');
    await mkdir(own);
    await make(join(own, 'settings.json'));
    expect(readEarlySettings(own)).toMatchObject(defaults);
  }
});
