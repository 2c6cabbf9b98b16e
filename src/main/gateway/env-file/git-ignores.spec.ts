import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { gitIgnores } from './git-ignores';

const hasGit = spawnSync('git', ['--version']).status === 0;

async function repository(): Promise<string> {
  const folder = await temporaryFolder();
  execFileSync('git', ['init', '--quiet', folder]);
  return folder;
}

test.skipIf(!hasGit)('says whether a file of a repository is ignored, also before it exists', async () => {
  const folder = await repository();
  await writeFile(join(folder, '.gitignore'), '.env*\n!.env.example\n');
  await mkdir(join(folder, 'app'));
  expect(await gitIgnores(join(folder, '.env.local'))).toBe(true);
  expect(await gitIgnores(join(folder, 'app', '.env'))).toBe(true);
  expect(await gitIgnores(join(folder, '.env.example'))).toBe(false);
  expect(await gitIgnores(join(folder, 'settings'))).toBe(false);
});

test.skipIf(!hasGit)('a tracked file is not ignored', async () => {
  const folder = await repository();
  await writeFile(join(folder, '.env'), '');
  execFileSync('git', ['-C', folder, 'add', '.env']);
  await writeFile(join(folder, '.gitignore'), '.env\n');
  expect(await gitIgnores(join(folder, '.env'))).toBe(false);
});

test.skipIf(!hasGit)('runs no program that the repository names', async () => {
  const folder = await repository();
  execFileSync('git', ['-C', folder, 'config', 'core.fsmonitor', `touch ${join(folder, 'was-run')}; false`]);
  await writeFile(join(folder, '.gitignore'), '.env\n');
  expect(await gitIgnores(join(folder, '.env'))).toBe(true);
  expect(await gitIgnores(join(folder, 'was-run'))).toBe(false);
  expect(spawnSync('ls', [join(folder, 'was-run')]).status).not.toBe(0);
});

test('is unknown outside of a repository, and in a missing folder', async () => {
  const folder = await temporaryFolder();
  expect(await gitIgnores(join(folder, '.env'))).toBeNull();
  expect(await gitIgnores(join(folder, 'missing', '.env'))).toBeNull();
});
