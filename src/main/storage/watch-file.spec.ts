import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { watchFile } from './watch-file';

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
