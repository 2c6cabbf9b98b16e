import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../tests/support/temporary-folder';
import { readText as readFrom } from './input-text';

const most = 5 * 2 ** 20;

const readText = (file: string, input: readonly string[] = []) => readFrom(file, Readable.from(input.map((part) => Buffer.from(part))));

test('a text is read as it is, up to 5 MB', async () => {
  const file = join(await temporaryFolder(), 'a.yaml');
  await writeFile(file, '\ufeffa\r\né\0');
  expect(await readText(file)).toBe('\ufeffa\r\né\0');
  await writeFile(file, 'x'.repeat(most));
  expect(await readText(file)).toHaveLength(most);
});

test('the input is read for a dash, up to 5 MB', async () => {
  expect(await readText('-', ['a', 'b'])).toBe('ab');
  await expect(readText('-', ['x'.repeat(most), 'x', 'x'])).rejects.toThrow('is larger than 5 MB');
});

test('what is larger, isn’t text, or isn’t there is refused, and no more of it is read than that takes', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  await writeFile(at('large'), 'x'.repeat(most + 1));
  await writeFile(at('sparse'), '');
  await truncate(at('sparse'), 2 ** 40);
  await writeFile(at('binary'), Buffer.from([0x61, 0xff]));
  await mkdir(at('folder'));
  await expect(readText(at('large'))).rejects.toThrow('is larger than 5 MB');
  await expect(readText(at('sparse'))).rejects.toThrow('is larger than 5 MB');
  await expect(readText(at('binary'))).rejects.toThrow('isn’t text in UTF-8');
  await expect(readText(at('folder'))).rejects.toThrow('(EISDIR)');
  await expect(readText(at('missing'))).rejects.toThrow('(ENOENT)');
});

test.runIf(process.platform === 'linux')('a device without an end is refused', async () => {
  await expect(readText('/dev/zero')).rejects.toThrow('is larger than 5 MB');
});
