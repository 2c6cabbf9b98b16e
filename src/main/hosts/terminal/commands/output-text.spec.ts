import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { writeText } from './output-text';

/** The system's code for what fails next. */
const failing = vi.hoisted(() => ({ write: null as string | null, rename: null as string | null }));

vi.mock('node:fs/promises', async (original) => {
  const real = await original<typeof fs>();
  const failed = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
  return {
    ...real,
    writeFile: async (...args: Parameters<typeof fs.writeFile>) => {
      const code = failing.write;
      failing.write = null;
      if (code === null) return real.writeFile(...args);
      // A disk that is full has room for the start.
      await real.writeFile(args[0], 'half', args[2]);
      return failed(code);
    },
    rename: (...args: Parameters<typeof fs.rename>) => {
      const code = failing.rename;
      failing.rename = null;
      return code === null ? real.rename(...args) : failed(code);
    },
  };
});

const modeOf = async (file: string) => (await fs.stat(file)).mode & 0o777;

test('a file is made, and replaced with its permissions; nothing is left beside it', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'project.yaml');
  await writeText(file, 'one');
  await fs.chmod(file, 0o640);
  await writeText(file, 'other');
  expect([await fs.readFile(file, 'utf8'), await modeOf(file), await fs.readdir(folder)]).toEqual(['other', 0o640, ['project.yaml']]);
});

test('a link stays one', async () => {
  const folder = await temporaryFolder();
  const [file, link] = [join(folder, 'project.yaml'), join(folder, 'link.yaml')];
  await writeText(file, 'one');
  await fs.symlink(file, link);
  await writeText(link, 'other');
  expect(await fs.readFile(file, 'utf8')).toBe('other');
  expect((await fs.lstat(link)).isSymbolicLink()).toBe(true);
});

test('what ends in the middle leaves the former text', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'project.yaml');
  await writeText(file, 'one');
  failing.write = 'ENOSPC';
  await expect(writeText(file, 'other')).rejects.toThrow(`Couldn’t write “${file}” (ENOSPC).`);
  expect([await fs.readFile(file, 'utf8'), await fs.readdir(folder)]).toEqual(['one', ['project.yaml']]);
});

test.each(['EBUSY', 'EXDEV'])('a file that can’t be replaced (%s) is written where it is', async (code) => {
  const folder = await temporaryFolder();
  const file = join(folder, 'project.yaml');
  await writeText(file, 'one');
  failing.rename = code;
  await writeText(file, 'other');
  expect([await fs.readFile(file, 'utf8'), await fs.readdir(folder)]).toEqual(['other', ['project.yaml']]);
});

test('a pipe gets the text', async () => {
  const pipe = join(await temporaryFolder(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  const [read] = await Promise.all([fs.readFile(pipe, 'utf8'), writeText(pipe, 'one')]);
  expect(read).toBe('one');
  expect((await fs.stat(pipe)).isFIFO()).toBe(true);
});

test('a link to nothing creates its target', async () => {
  const folder = await temporaryFolder();
  await fs.symlink(join(folder, 'project.yaml'), join(folder, 'link.yaml'));
  await writeText(join(folder, 'link.yaml'), 'one');
  expect(await fs.readFile(join(folder, 'project.yaml'), 'utf8')).toBe('one');
});

test.each([
  ['a folder', '.', 'EISDIR'],
  ['a folder that isn’t there', 'absent/project.yaml', 'ENOENT'],
])('%s is said with the code of the system', async (_what, name, code) => {
  const file = join(await temporaryFolder(), name);
  await expect(writeText(file, 'one')).rejects.toThrow(`(${code}).`);
});
