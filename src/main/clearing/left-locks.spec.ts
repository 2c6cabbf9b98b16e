import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ageLock } from '#tests/support/main/stale-lock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { removeLeftLocks } from './left-locks';

async function withLock(folder: string, name: string, ageSeconds = 60): Promise<void> {
  await mkdir(join(folder, name, 'mark'), { recursive: true });
  await ageLock(join(folder, name), ageSeconds);
}

test('removes the locks of the app that are left, and nothing else', async () => {
  const profile = await temporaryFolder();
  for (const name of ['accounts.json.lock', 'clearing.lock', 'impersonation-ab12.lock', 'locks/refresh-t1']) await withLock(profile, name);
  for (const name of ['mine.lock', 'notes.json.lock', 'locks/mine', 'sandbox/refresh-t1']) await withLock(profile, name);
  await withLock(profile, 'settings.json.lock', 0);
  await removeLeftLocks(profile);
  expect((await readdir(profile)).sort()).toEqual(['locks', 'mine.lock', 'notes.json.lock', 'sandbox', 'settings.json.lock']);
  expect(await readdir(join(profile, 'locks'))).toEqual(['mine']);
});

test('follows no link in the profile', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'profile'));
  for (const name of ['foreign', 'foreign/refresh-t1']) await withLock(folder, name);
  await symlink(join(folder, 'foreign'), join(folder, 'profile', 'locks'));
  await symlink(join(folder, 'foreign'), join(folder, 'profile', 'accounts.json.lock'));
  await removeLeftLocks(join(folder, 'profile'));
  expect((await readdir(join(folder, 'foreign'))).sort()).toEqual(['mark', 'refresh-t1']);
});

test('does nothing without a profile', async () => {
  expect(await removeLeftLocks(join(await temporaryFolder(), 'missing'))).toBeUndefined();
});
