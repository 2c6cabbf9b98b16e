import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { hideHome, readLicenses, systemFacts, withoutHome } from './system-facts';

test.each([
  ['/home/ada/.config/Latchkey', '/home/ada', '~/.config/Latchkey'],
  ['/home/ada', '/home/ada', '~'],
  ['/home/adam/x', '/home/ada', '/home/adam/x'],
  ['/srv/profile', '/home/ada', '/srv/profile'],
  ['/home/..ada/x', '/home', '~/..ada/x'],
  ['/srv/profile', '', '/srv/profile'],
])('%s in the home folder %s is shown as %s', (path, home, shown) => {
  expect(withoutHome(path, home)).toBe(shown);
});

test.each([
  ["open '/srv/people/Ada Lovelace/x' and /srv/people/Ada Lovelace", '/srv/people/Ada Lovelace', "open '~/x' and ~"],
  ['open D:\\Ada Lovelace\\x', 'D:\\Ada Lovelace', 'open ~\\x'],
  ['open /srv/adam, /srv/ada', '/srv/ada', 'open /srv/adam, ~'],
  ['open /srv/x', '', 'open /srv/x'],
  ['open /srv/x', '/', 'open /srv/x'],
])('%s hides the home folder %s: %s', (text, home, shown) => {
  expect(hideHome(text, home)).toBe(shown);
});

test('names the system and the versions of this process', () => {
  const { system, arch, runtimes } = systemFacts();
  expect(system).toMatch(/^\w+ \d/);
  expect(arch).toBe(process.arch);
  expect(runtimes).toContainEqual({ name: 'Node.js', version: process.versions.node });
});

test('are read from the file of the build', async () => {
  const file = join(await temporaryFolder(), 'licenses.json');
  await writeFile(file, '[{"name":"react"}]');
  expect(await readLicenses(file)).toEqual([{ name: 'react' }]);
});

test.each([
  ['a missing file', null],
  ['an empty file', ''],
  ['half a file', '[{"name":'],
])('%s has a code of its own', async (_what, text) => {
  const file = join(await temporaryFolder(), 'licenses.json');
  if (text !== null) await writeFile(file, text);
  expect(await reportOf(readLicenses(file))).toEqual({ code: 'licenses-missing' });
});
