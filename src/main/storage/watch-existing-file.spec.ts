import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#tests/support/eventually.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { watchExistingFile } from './watch-existing-file';

async function setUp(outer: string) {
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
  const { folder, path, sees } = await setUp(await temporaryFolder());
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
  await setUp(outer);
  await expect(readFile(outer)).rejects.toMatchObject({ code: 'ENOENT' });
});
