import { chmod, lstat, mkdir, readdir, readFile, readlink, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { temporaryFolder } from '../../../../tests/support/temporary-folder';
import { reportOf } from '../../../../tests/support/test-ports';
import { resolveFile } from '../../storage/chosen-file';
import { readEnvFile, replaceEnvFile } from './env-file-access';

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const notWritable = { code: 'file-not-writable' };
const notEnv = { code: 'file-not-env' };

describe('writing', () => {
  it('creates a file that only its owner can read, and leaves nothing else', async () => {
    const folder = await temporaryFolder();
    expect(await replaceEnvFile(join(folder, '.env'), null, 'A=1\n')).toBe(true);
    expect(await readFile(join(folder, '.env'), 'utf8')).toBe('A=1\n');
    expect(await modeOf(join(folder, '.env'))).toBe(0o600);
    expect(await readdir(folder)).toEqual(['.env']);
  });

  it('takes the access of other users from an existing file', async () => {
    const path = join(await temporaryFolder(), '.env');
    await writeFile(path, 'A=1\n');
    await chmod(path, 0o664);
    await replaceEnvFile(path, 'A=1\n', 'A=2\n');
    expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['A=2\n', 0o600]);
  });

  it.each([
    ['changed', 'A=1\n', 'A=1\nB=2\n'],
    ['created', null, 'B=2\n'],
    ['deleted', 'A=1\n', null],
  ])('leaves a file alone that another program has %s, and leaves no draft', async (_what, before, now) => {
    const folder = await temporaryFolder();
    const path = join(folder, '.env');
    if (now !== null) await writeFile(path, now);
    expect(await replaceEnvFile(path, before, 'A=3\n')).toBe(false);
    expect(await readEnvFile(path)).toBe(now);
    expect(await readdir(folder)).toEqual(now === null ? [] : ['.env']);
  });

  test.each([
    ['a missing folder', (folder: string) => join(folder, 'missing', '.env')],
    ['a file instead of a folder', (folder: string) => join(folder, 'file', '.env')],
    ['a folder at its place', (folder: string) => join(folder, 'folder')],
    ['a file system without new files', () => '/proc/latchkey.env'],
  ])('fails with %s, and leaves no draft', async (_what, path) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    await mkdir(join(folder, 'folder'));
    expect(await reportOf(replaceEnvFile(path(folder), null, 'A=1\n'))).toEqual(notWritable);
    expect((await readdir(folder)).sort()).toEqual(['file', 'folder']);
  });

  test.skipIf(process.getuid?.() === 0)('fails for a file and for a folder without write access, and changes neither', async () => {
    const folder = await temporaryFolder();
    const path = join(folder, '.env');
    await writeFile(path, 'A=1\n');
    await chmod(path, 0o400);
    expect(await reportOf(replaceEnvFile(path, 'A=1\n', 'A=2\n'))).toEqual(notWritable);
    await chmod(path, 0o600);
    await chmod(folder, 0o500);
    expect(await reportOf(replaceEnvFile(path, 'A=1\n', 'A=2\n'))).toEqual(notWritable);
    await chmod(folder, 0o700);
    expect(await readFile(path, 'utf8')).toBe('A=1\n');
  });
});

describe('a link', () => {
  it('stays, and the file behind it is written', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'shared'));
    await writeFile(join(folder, 'shared', 'env'), 'A=1\n');
    await symlink(join('shared', 'env'), join(folder, '.env'));
    const target = await resolveFile(join(folder, '.env'));
    await replaceEnvFile(target, 'A=1\n', 'A=2\n');
    expect((await lstat(join(folder, '.env'))).isSymbolicLink()).toBe(true);
    expect(await readlink(join(folder, '.env'))).toBe(join('shared', 'env'));
    expect(await readFile(join(folder, 'shared', 'env'), 'utf8')).toBe('A=2\n');
  });

  it('to nothing, or to itself, is refused', async () => {
    const folder = await temporaryFolder();
    await symlink('nothing', join(folder, '.env'));
    await symlink('loop', join(folder, 'loop'));
    for (const name of ['.env', 'loop']) expect(await reportOf(resolveFile(join(folder, name)))).toEqual(notWritable);
  });

  it('to a folder is followed for a new file', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'there'));
    await symlink('there', join(folder, 'link'));
    expect(await resolveFile(join(folder, 'link', '.env'))).toBe(join(await resolveFile(join(folder, 'there')), '.env'));
  });
});

describe('reading', () => {
  it('returns the text as it is, and null for a missing file', async () => {
    const folder = await temporaryFolder();
    const text = '\uFEFFA=1\r\nB="ü🔑"';
    await writeFile(join(folder, '.env'), text);
    expect(await readEnvFile(join(folder, '.env'))).toBe(text);
    expect(await readEnvFile(join(folder, 'missing'))).toBeNull();
  });

  test.each([
    ['bytes that are no UTF-8', Buffer.from([0x41, 0x3d, 0xff])],
    ['a NUL byte', Buffer.from('A=\0')],
    ['more than 1 MB', Buffer.alloc(1024 * 1024 + 1, 'A')],
  ])('refuses %s', async (_what, bytes) => {
    const path = join(await temporaryFolder(), '.env');
    await writeFile(path, bytes);
    expect(await reportOf(readEnvFile(path))).toEqual(notEnv);
  });

  it.each(['/dev/zero', '/tmp'])('refuses %s, which is no regular file', async (path) => {
    expect(await reportOf(readEnvFile(path))).toEqual(notEnv);
  });
});
