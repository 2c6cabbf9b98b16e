import { mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { makeFolder } from './make-folder';

test('makes the folder and those above it, for their owner only', async () => {
  const folder = await temporaryFolder();
  await makeFolder(join(folder, 'a', 'b', 'c'));
  for (const made of ['a', 'a/b', 'a/b/c']) expect((await stat(join(folder, made))).mode & 0o777).toBe(0o700);
});

test('a folder that is there already is fine, also behind a link', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'there'));
  await symlink(join(folder, 'there'), join(folder, 'link'));
  await Promise.all(['there', 'link', 'link/new', 'link/new'].map((name) => makeFolder(join(folder, name))));
  expect((await stat(join(folder, 'there', 'new'))).isDirectory()).toBe(true);
});

test.each([
  { path: (folder: string) => join(folder, 'file'), code: 'EEXIST' },
  { path: (folder: string) => join(folder, 'file', 'below'), code: 'ENOTDIR' },
  { path: (folder: string) => join(folder, 'file', 'far', 'below'), code: 'ENOTDIR' },
  { path: () => '/proc/1/latchkey', code: 'ENOENT' },
  { path: () => '/proc/1/latchkey/deeper', code: 'ENOENT' },
  { path: (folder: string) => join(folder, 'x\0y'), code: 'ERR_INVALID_ARG_VALUE' },
])('fails with $code where no folder can be', async ({ path, code }) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(path(folder))).rejects.toMatchObject({ code });
});
