import { execFile } from 'node:child_process';
import { mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { withFolder } from './open-folder';
import { removeEntry, removeFile, removeFolder } from './remove-entry';

/** A folder `own`, and beside it one of another program. */
async function scene() {
  const folder = await temporaryFolder();
  const [own, foreign] = [join(folder, 'own'), join(folder, 'foreign')];
  for (const path of [own, foreign]) await mkdir(path);
  await writeFile(join(foreign, 'precious'), '');
  return { folder, own, foreign };
}

describe('deleting', () => {
  test('an entry that is missing does nothing', async () => {
    const missing = join(await temporaryFolder(), 'missing');
    for (const remove of [removeEntry, removeFile, removeFolder]) expect(await remove(missing)).toBeUndefined();
  });

  test('a folder deletes what is in it, and of links only the links', async () => {
    const { folder, own, foreign } = await scene();
    await mkdir(join(own, 'a', 'b'), { recursive: true });
    await writeFile(join(own, 'a', 'file'), '');
    await promisify(execFile)('mkfifo', [join(own, 'a', 'pipe')]);
    await symlink(foreign, join(own, 'link'));
    await symlink(foreign, join(own, 'a', 'b', 'link'));
    await symlink(join(foreign, 'precious'), join(own, 'a', 'file-link'));
    await symlink(join(own, 'a'), join(own, 'a', 'circle'));
    await symlink('/nowhere', join(own, 'dangling'));
    await removeEntry(own);
    expect([await readdir(folder), await readdir(foreign)]).toEqual([['foreign'], ['precious']]);
  });

  test.each([
    { what: 'a folder', linkTo: 'foreign' },
    { what: 'a file', linkTo: 'foreign/precious' },
    { what: 'nothing', linkTo: 'nowhere' },
  ])('a link to $what deletes the link', async ({ linkTo }) => {
    const { folder, own, foreign } = await scene();
    await symlink(join(folder, linkTo), join(own, 'link'));
    await removeEntry(join(own, 'link'));
    expect([await readdir(own), await readdir(foreign)]).toEqual([[], ['precious']]);
  });

  test('a folder as a file, or a link as a folder, is refused', async () => {
    const { folder, own, foreign } = await scene();
    await symlink(foreign, join(folder, 'link'));
    await expect(removeFile(own)).rejects.toThrow();
    await expect(removeFolder(join(folder, 'link'))).rejects.toThrow();
    expect([(await readdir(folder)).sort(), await readdir(foreign)]).toEqual([['foreign', 'link', 'own'], ['precious']]);
  });
});

describe.each([
  { where: 'by number', options: {} },
  { where: 'by comparison', options: { descriptors: null } },
  { where: 'where no open files are listed', options: { descriptors: '/nowhere' } },
])('an open folder, $where', ({ options }) => {
  test('has its entries', async () => {
    const { foreign } = await scene();
    const entries = await withFolder(
      foreign,
      async ({ names, pathOf }) => [await names(), await removeFile(await pathOf('precious'))],
      options,
    );
    expect([entries, await readdir(foreign)]).toEqual([[['precious'], undefined], []]);
  });

  test('that is replaced by a link afterwards is not left for what the link points to', async () => {
    const { folder, own, foreign } = await scene();
    await writeFile(join(own, 'precious'), '');
    const removing = withFolder(
      own,
      async ({ names, pathOf }) => {
        const found = await names();
        await rename(own, join(folder, 'moved'));
        await symlink(foreign, own);
        for (const name of found) await removeEntry(await pathOf(name));
      },
      options,
    );
    await removing.catch(() => undefined);
    expect(await readdir(foreign)).toEqual(['precious']);
  });

  test.each([true, false])('behind a link is opened only on request: %s', async (followLink) => {
    const { folder, foreign } = await scene();
    await symlink(foreign, join(folder, 'link'));
    const names = withFolder(join(folder, 'link'), (opened) => opened.names(), { ...options, followLink });
    expect(await names.catch(() => 'refused')).toEqual(followLink ? ['precious'] : 'refused');
  });

  test.each(['file', 'missing'])('isn’t a %s', async (name) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await expect(withFolder(join(folder, name), async () => undefined, options)).rejects.toThrow();
  });
});
