import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { useUpWatchers } from '#tests/support/main/limited-watchers.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { watchExistingFile, watchFile } from './watch-file';

vi.mock('node:fs', async (load) => (await import('#tests/support/main/limited-watchers.ts')).limitedWatchers(await load()));

async function setUp() {
  const folder = join(await temporaryFolder(), 'not', 'there', 'yet');
  const path = join(folder, 'own.json');
  const seen: string[] = [];
  const stop = watchFile(
    path,
    () =>
      void readFile(path, 'utf8').then(
        (text) => seen.push(text),
        () => undefined,
      ),
  );
  onTestFinished(stop);
  const replace = async (text: string) => {
    await writeFile(join(folder, '.draft'), text);
    await rename(join(folder, '.draft'), path);
  };
  return { folder, seen, stop, replace };
}

test('reports a created file and each replacement', async () => {
  const { seen, replace } = await setUp();
  for (const text of ['1', '2', '3']) {
    await replace(text);
    await eventually(() => expect(seen.at(-1)).toBe(text));
  }
});

test('reports no other files, and nothing after it was stopped', async () => {
  const { folder, seen, stop, replace } = await setUp();
  await writeFile(join(folder, 'other.json'), 'x');
  await replace('own');
  // Events come in order: what the other file caused would have been heard before.
  await eventually(() => expect(new Set(seen)).toEqual(new Set(['own'])));
  stop();
  const heard = seen.length;
  await replace('later');
  expect(seen.length).toBe(heard);
});

test.each(['/proc/1/latchkey/own.json', '/proc/x/y/own.json'])('throws at once where no folder can be: %s', (path) => {
  expect(() => watchFile(path, () => undefined)).toThrow(expect.objectContaining({ code: 'ENOENT' }));
});

test('reports nothing where the system has no more watchers', async () => {
  useUpWatchers();
  const { stop, seen, replace } = await setUp();
  await replace('1');
  stop();
  expect(seen).toEqual([]);
});

async function watchExistingFileSetUp(outer: string) {
  const folder = join(outer, 'latchkey');
  const path = join(folder, 'policy.json');
  let seen: string | null = 'nothing yet';
  const listener = async () => {
    seen = await readFile(path, 'utf8').catch(() => null);
  };
  onTestFinished(watchExistingFile(path, () => void listener()));
  return { folder, path, sees: (text: string | null) => eventually(() => expect(seen).toBe(text)) };
}

test('reports a file that is created with its folder, changed, replaced, and deleted, and its folder deleted and created again', async () => {
  const { folder, path, sees } = await watchExistingFileSetUp(await temporaryFolder());
  await mkdir(folder);
  await writeFile(path, '1');
  await sees('1');
  await writeFile(path, '2');
  await sees('2');
  await writeFile(`${path}.draft`, '3');
  await rename(`${path}.draft`, path);
  await sees('3');
  await rm(path);
  await sees(null);
  await writeFile(path, '4');
  await sees('4');
  await rm(folder, { recursive: true });
  await sees(null);
  await mkdir(folder);
  await writeFile(path, '5');
  await sees('5');
});

test('creates nothing, and watches nothing where there is nothing', async () => {
  const outer = join(await temporaryFolder(), 'not', 'there');
  await watchExistingFileSetUp(outer);
  await expect(readFile(outer)).rejects.toMatchObject({ code: 'ENOENT' });
});
