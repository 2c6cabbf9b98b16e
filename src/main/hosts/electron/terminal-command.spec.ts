import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { commandFolder, commandName, commandScript, installCommand } from './terminal-command';

async function setUp() {
  const home = await mkdtemp(join(tmpdir(), 'latchkey-test-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const folder = commandFolder(home);
  return { home, folder, file: join(folder, commandName) };
}

test.skipIf(process.platform === 'win32')('the command passes its arguments on to the program, whatever its path has in it', async () => {
  const { home, folder, file } = await setUp();
  const program = join(home, `it's "$HOME" \`a\``);
  await writeFile(program, '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 2\n', { mode: 0o755 });
  expect(await installCommand(folder, program)).toEqual({ outcome: 'installed' });
  expect((await stat(file)).mode & 0o777).toBe(0o755);
  const { stdout, status } = spawnSync(file, ['config', 'diff', 'a b.yaml'], { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '--terminal\nconfig\ndiff\na b.yaml\n', status: 2 });
});

test('an earlier one is replaced, and nothing else is', async () => {
  const { folder, file } = await setUp();
  await installCommand(folder, '/opt/old');
  expect(await installCommand(folder, '/opt/new')).toEqual({ outcome: 'installed' });
  expect(await readFile(file, 'utf8')).toBe(commandScript('/opt/new'));
  expect(await readdir(folder)).toEqual([commandName]);
  await writeFile(file, '#!/bin/sh\necho mine\n');
  expect(await installCommand(folder, '/opt/new')).toEqual({ outcome: 'taken' });
  expect(await readFile(file, 'utf8')).toContain('mine');
});

test('a place that can’t be written is reported with the code of the system', async () => {
  const { home, folder, file } = await setUp();
  await mkdir(file, { recursive: true });
  expect(await installCommand(folder, '/opt/new')).toEqual({ outcome: 'failed', code: 'EISDIR' });
  await writeFile(join(home, 'file'), '');
  expect(await installCommand(join(home, 'file', 'bin'), '/opt/new')).toMatchObject({ outcome: 'failed' });
});
