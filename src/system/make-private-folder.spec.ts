import { chmod, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { makePrivateFolder } from './make-private-folder';

const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;

test('creates the folder and its parents for their owner only', async () => {
  const folder = await temporaryFolder();
  makePrivateFolder(join(folder, 'a', 'b', 'c'));
  for (const made of ['a', 'a/b', 'a/b/c']) expect(await modeOf(join(folder, made))).toBe(0o700);
});

describe('a folder that exists', () => {
  test('is accepted, also behind a link', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'there'));
    await symlink(join(folder, 'there'), join(folder, 'link'));
    for (const name of ['there', 'link', 'link/new', 'link/new']) makePrivateFolder(join(folder, name));
    expect((await stat(join(folder, 'there', 'new'))).isDirectory()).toBe(true);
  });

  test.each([
    { before: 0o755, after: 0o700 },
    { before: 0o777, after: 0o700 },
    { before: 0o710, after: 0o700 },
    { before: 0o500, after: 0o500 },
    { before: 0o1777, after: 0o1777 },
  ])('with mode $before has mode $after afterwards', async ({ before, after }) => {
    const folder = join(await temporaryFolder(), 'there');
    await mkdir(folder);
    await chmod(folder, before);
    makePrivateFolder(folder);
    expect(await modeOf(folder)).toBe(after);
  });

  test('keeps its parents as they are', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'a', 'b'), { recursive: true });
    await chmod(join(folder, 'a'), 0o755);
    makePrivateFolder(join(folder, 'a', 'b'));
    expect(await modeOf(join(folder, 'a'))).toBe(0o755);
  });
});

test.each([
  { path: (folder: string) => join(folder, 'file'), code: 'EEXIST' },
  { path: (folder: string) => join(folder, 'file', 'below'), code: 'ENOTDIR' },
  { path: (folder: string) => join(folder, 'file', 'far', 'below'), code: 'ENOTDIR' },
  { path: () => '/proc/1/latchkey', code: 'ENOENT' },
  { path: () => '/proc/1/latchkey/deeper', code: 'ENOENT' },
  { path: (folder: string) => join(folder, 'x\0y'), code: 'ERR_INVALID_ARG_VALUE' },
])('throws $code where no folder can be', async ({ path, code }) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'file'), '');
  expect(() => makePrivateFolder(path(folder))).toThrow(expect.objectContaining({ code }));
});
