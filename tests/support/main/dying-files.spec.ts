import { mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../temporary-folder';
import { endBefore, watchSteps } from './dying-files';

vi.mock('node:fs/promises', async (load) => (await import('./dying-files')).dyingFiles(await load()));

/** Resolves to what is in a folder: files with their text, and folders. */
async function contentOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = entries.map(async (entry) =>
    entry.isFile() ? `${entry.name}=${await readFile(join(entry.parentPath, entry.name), 'utf8')}` : `${entry.name}/`,
  );
  return (await Promise.all(texts)).sort().join(' ');
}

/** Resolves to what processes leave that end at one step after the other. */
async function leftBy(task: (folder: string) => Promise<unknown>, ending = {}): Promise<readonly string[]> {
  const left: string[] = [];
  for (let number = 1; ; number += 1) {
    const folder = await temporaryFolder();
    const at = await endBefore(number, () => task(folder), ending);
    left.push(await contentOf(folder));
    if (at === null) return left;
  }
}

test('a write may leave an empty file, or the first half', async () => {
  expect(await leftBy((folder) => writeFile(join(folder, 'a'), 'text'))).toEqual(['', 'a=', 'a=te', 'a=text']);
  const written = async (folder: string) => {
    const file = await open(join(folder, 'a'), 'wx');
    await file.writeFile('text');
    await file.sync();
    await file.close();
  };
  expect(await leftBy(written)).toEqual(['', 'a=', 'a=te', 'a=text', 'a=text']);
});

test('recursive calls may end within', async () => {
  expect(await leftBy((folder) => mkdir(join(folder, 'a', 'b'), { recursive: true }))).toEqual(['', 'a/', 'a/ b/']);
  const removed = async (folder: string) => {
    await watchSteps(
      async () => {
        await mkdir(join(folder, 'a'));
        await writeFile(join(folder, 'a', 'b'), '');
        await writeFile(join(folder, 'a', 'c'), '');
      },
      () => undefined,
    );
    await rm(join(folder, 'a'), { recursive: true });
  };
  expect(await leftBy(removed)).toEqual(['a/ b= c=', 'a/ c=', 'a/', '']);
  expect(await leftBy(removed, { removesLastFirst: true })).toEqual(['a/ b= c=', 'a/ b=', 'a/', '']);
});

test('a process that has ended changes nothing, and gets no result', async () => {
  const folder = await temporaryFolder();
  const after = vi.fn();
  const task = async () => {
    const first = writeFile(join(folder, 'a'), 'text').then(after, after);
    const second = readdir(folder).then(() => writeFile(join(folder, 'b'), 'text').then(after, after));
    await Promise.all([first, second]);
  };
  expect(await endBefore(1, task)).toBe('1: open a');
  expect(await readdir(folder)).toEqual([]);
  expect(after).not.toHaveBeenCalled();
});

test('a step fails with what is thrown before it', async () => {
  const folder = await temporaryFolder();
  const full = watchSteps(
    () => writeFile(join(folder, 'a'), 'text'),
    ({ call }) => {
      if (call === 'writeFile') throw new Error('full');
    },
  );
  await expect(full).rejects.toThrow('full');
  expect(await contentOf(folder)).toBe('a=');
});
