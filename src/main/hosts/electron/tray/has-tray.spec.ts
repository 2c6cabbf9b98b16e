import { expect, test } from 'vitest';
import { hasTray } from './has-tray';

test.each([
  ['win32', null, true],
  ['darwin', null, true],
  ['linux', '(true,)\n', true],
  ['linux', '(false,)\n', false],
  ['linux', '', false],
  ['linux', 'true', false],
  ['linux', null, false],
] as const)('%s, where the bus says %j: %s', async (platform, output, shown) => {
  expect(await hasTray(platform, async () => output)).toBe(shown);
});

test('asks the session bus for the owner of the tray’s name, and runs nothing elsewhere', async () => {
  const runs: string[] = [];
  const run = async (file: string, args: readonly string[]) => {
    runs.push([file, ...args].join(' '));
    return null;
  };
  for (const platform of ['linux', 'darwin', 'win32'] as const) await hasTray(platform, run);
  expect(runs).toEqual([expect.stringMatching(/^gdbus call --session .*NameHasOwner org\.kde\.StatusNotifierWatcher$/)]);
});
