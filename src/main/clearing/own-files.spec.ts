import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ageLock } from '#tests/support/main/stale-lock.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { deleteOwnFiles, isOwnName, removeLeftLocks, removePath } from './own-files';

const docs = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'starting.md'), 'utf8');
/** The table of the profile's files. */
const documented = docs
  .slice(docs.indexOf('| File or folder |'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replace(/\/$/, '')));

test.each(documented.filter((name) => name !== 'clearing.json'))('the documented %s is one of the app’s', (name) => {
  expect(documented.length).toBeGreaterThan(15);
  expect(isOwnName(name.replace('…', '12'))).toBe(true);
});

test.each([
  'settings.json.broken-1795000000000',
  'settings.json.newer-1795000000000-2',
  'clearing.json.broken-1795000000000',
  'connections.json.lock',
  'impersonation-0123456789abcdef.lock',
  'running-4711',
])('%s is one of the app’s', (name) => {
  expect(isOwnName(name)).toBe(true);
});

test.each([
  'notes.txt',
  'settings.json.mine',
  'settings.json.broken-',
  'my-settings.json',
  'Settings.json',
  'accounts.json~',
  'running-',
  'running-47x',
  'impersonation-.lock',
  'clearing.json',
  'clearing.lock',
  'clearing.json.lock',
  'constructor',
  '.git',
  'Cookies',
  'policy.json',
  '',
])('%j isn’t, or is the mark itself', (name) => {
  expect(isOwnName(name)).toBe(false);
});

describe('links in a profile', () => {
  /** A folder of another program with entries under each name that the app uses. */
  const foreignEntries = [
    'mark',
    'refresh-t1/mark',
    'latchkey.log',
    'latchkey.log.1',
    'sandbox.db',
    'sandbox.db-wal',
    'accounts.json',
    'connections.json.lock/mark',
  ];
  async function scene() {
    const folder = await temporaryFolder();
    const [profile, foreign] = [join(folder, 'profile'), join(folder, 'foreign')];
    await mkdir(profile);
    for (const name of foreignEntries) {
      await mkdir(join(foreign, name, '..'), { recursive: true });
      await writeFile(join(foreign, name), '');
    }
    const isWhole = () => foreignEntries.every((name) => existsSync(join(foreign, name)));
    return { folder, profile, foreign, isWhole };
  }
  const nothing = async () => undefined;

  test.each([
    'locks',
    'logs',
    'sandbox',
    'locks/refresh-t1',
    'logs/latchkey.log',
    'sandbox/sandbox.db',
    'accounts.json',
    'settings.json.broken-17',
    'running-4711',
    'connections.json.lock',
    'impersonation-ab12.lock',
    'connections.json.lock/mark',
    'locks/refresh-t1/inner/mark',
  ])('%s is deleted, and not what it points to', async (name) => {
    for (const target of ['', 'sandbox.db', 'refresh-t1', 'missing']) {
      const { profile, foreign, isWhole } = await scene();
      await mkdir(join(profile, name, '..'), { recursive: true });
      await symlink(join(foreign, target), join(profile, name));
      expect(await deleteOwnFiles(profile, removePath, nothing)).toEqual([]);
      expect([target, await readdir(profile), isWhole()]).toEqual([target, [], true]);
    }
  });

  test('that appear while the app deletes aren’t followed', async () => {
    for (const name of ['locks', 'logs', 'sandbox']) {
      const { folder, profile, foreign, isWhole } = await scene();
      for (const own of foreignEntries) {
        await mkdir(join(profile, name, own, '..'), { recursive: true });
        await writeFile(join(profile, name, own), '');
      }
      let isReplaced = false;
      await deleteOwnFiles(profile, removePath, async () => {
        if (isReplaced) return;
        isReplaced = true;
        await rename(join(profile, name), join(folder, 'moved'));
        await symlink(foreign, join(profile, name));
      });
      expect([name, isReplaced, isWhole()]).toEqual([name, true, true]);
    }
  });

  test('that of the profile itself is followed, because the user has chosen it', async () => {
    const { folder, profile } = await scene();
    await writeFile(join(profile, 'accounts.json'), '');
    await symlink(profile, join(folder, 'link'));
    expect(await deleteOwnFiles(join(folder, 'link'), removePath, nothing)).toEqual([]);
    expect([await readdir(profile), existsSync(join(folder, 'link'))]).toEqual([[], true]);
  });
});

test.each(['logs/latchkey.log/mine', 'sandbox/sandbox.db/mine', 'accounts.json/mine', 'sandbox/sandbox.db-mine/mine'])(
  'a folder under the name of a file is left alone: %s',
  async (name) => {
    const profile = await temporaryFolder();
    await mkdir(join(profile, name, '..'), { recursive: true });
    await writeFile(join(profile, name), '');
    expect(await deleteOwnFiles(profile, removePath, async () => undefined)).toEqual([]);
    expect(existsSync(join(profile, name))).toBe(true);
  },
);

async function withLock(folder: string, name: string, ageSeconds = 60): Promise<void> {
  await mkdir(join(folder, name, 'mark'), { recursive: true });
  await ageLock(join(folder, name), ageSeconds);
}

test('removes the locks of the app that are left, and nothing else', async () => {
  const profile = await temporaryFolder();
  for (const name of ['accounts.json.lock', 'clearing.lock', 'impersonation-ab12.lock', 'locks/refresh-t1', 'locks/records'])
    await withLock(profile, name);
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
