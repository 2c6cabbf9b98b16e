import { existsSync } from 'node:fs';
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFakeKeychains } from '#tests/support/main/fake-keychains.ts';
import { seededRandom } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { systemClock } from '../runtime/system-clock';
import { clearingFile } from './clearing-file';
import { enterProfile } from './enter-profile';

const note = `running-${process.pid}`;
const depsOf = (profileFolder: string) => ({
  profileFolder,
  clock: systemClock,
  random: seededRandom(),
  spawnWorker: createFakeKeychains().spawnWorker,
  clearHostData: null,
});

test('notes the process in a profile that doesn’t exist yet, until it leaves', async () => {
  const profileFolder = join(await temporaryFolder(), 'new');
  const { cleared, leave } = await enterProfile(depsOf(profileFolder));
  expect([cleared, await readdir(profileFolder)]).toEqual([null, [note]]);
  await leave();
  await leave();
  expect(await readdir(profileFolder)).toEqual([]);
});

test('stays noted when the app that it replaced leaves late', async () => {
  const profileFolder = await temporaryFolder();
  const before = await enterProfile(depsOf(profileFolder));
  const now = await enterProfile(depsOf(profileFolder));
  await before.leave();
  expect(await readdir(profileFolder)).toEqual([note]);
  await now.leave();
  expect(await readdir(profileFolder)).toEqual([]);
});

test('a link in the place of the note is replaced, and what it points to stays', async () => {
  const profileFolder = await temporaryFolder();
  const foreign = join(await temporaryFolder(), 'foreign');
  await writeFile(foreign, 'precious');
  await symlink(foreign, join(profileFolder, note));
  const { leave } = await enterProfile(depsOf(profileFolder));
  expect([(await lstat(join(profileFolder, note))).isFile(), await readFile(foreign, 'utf8')]).toEqual([true, 'precious']);
  await leave();
});

test('isn’t noted while it clears the data, because two processes would wait for each other', async () => {
  const profileFolder = await temporaryFolder();
  await writeFile(join(profileFolder, 'lock.json'), '');
  await clearingFile(profileFolder, systemClock, () => undefined).update(() => ({ step: 'deleting', keychains: [], hasUnknown: false }));
  let wasNoted = true;
  const clearHostData = async () => {
    wasNoted = existsSync(join(profileFolder, note));
  };
  const { cleared } = await enterProfile({ ...depsOf(profileFolder), clearHostData });
  expect([cleared?.keychains, wasNoted, await readdir(profileFolder)]).toEqual([[], false, [note]]);
});

test('starts with a profile that can’t be written', async () => {
  const profileFolder = join(await temporaryFolder(), 'file');
  await writeFile(profileFolder, '');
  const { cleared, leave } = await enterProfile(depsOf(profileFolder));
  await leave();
  expect(cleared).toBeNull();
});
