import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { envelope, open, openInRealTime } from '#tests/support/main/notes-file.ts';
import { ageLock } from '#tests/support/main/stale-lock.ts';
import { makeStrange, strangeKinds } from '#tests/support/main/strange-files.ts';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';

describe('a profile that cannot be written', () => {
  test.each([
    { what: 'a file where the folder should be', at: (folder: string) => join(folder, 'file') },
    { what: 'a folder below a file', at: (folder: string) => join(folder, 'file', 'below') },
    { what: 'a place of the system', at: () => '/proc/1/latchkey' },
  ])('fails with `profile-not-writable`: $what', async ({ at }) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const { file } = open(at(folder));
    expect(await reportOf(file.update((value) => value))).toEqual({ code: 'profile-not-writable' });
    expect(await reportOf(file.update((value) => value))).toEqual({ code: 'profile-not-writable' });
  });

  test.each(strangeKinds)('fails at once where $what is in the place of the file, and leaves it there', async ({ kind }) => {
    const folder = await temporaryFolder();
    const { file, path, aside } = open(folder);
    await makeStrange(kind, path);
    expect(await reportOf(file.read())).toEqual({ code: 'profile-not-writable' });
    expect(await reportOf(file.update((value) => value))).toEqual({ code: 'profile-not-writable' });
    expect([await readdir(folder), aside]).toEqual([['notes.json'], []]);
  });

  test('reads a file behind a link, and replaces the link', async () => {
    const folder = await temporaryFolder();
    const { file, path } = open(folder);
    await writeFile(join(folder, 'elsewhere.json'), envelope({ name: 'Ada', count: 1 }));
    await symlink('elsewhere.json', path);
    expect(await file.read()).toEqual({ name: 'Ada', count: 1 });
    await file.update((value) => ({ ...value, count: 2 }));
    expect(JSON.parse(await readFile(join(folder, 'elsewhere.json'), 'utf8')).data.count).toBe(1);
    expect((await file.read()).count).toBe(2);
  });
});

describe('other users of the machine', () => {
  const modes = async (folder: string) =>
    Promise.all(['.', ...(await readdir(folder))].map(async (name) => (await stat(join(folder, name))).mode & 0o777));

  test('may read neither a file that existed nor its folder', async () => {
    const folder = join(await temporaryFolder(), 'profile');
    const { file, path } = open(folder);
    await mkdir(folder);
    await writeFile(path, envelope({ name: 'Ada', count: 3 }));
    for (const place of [folder, path]) await chmod(place, 0o777);
    await file.read();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await file.update((value) => value);
    expect(await modes(folder)).toEqual([0o700, 0o600]);
  });

  test('may not read the copy of a broken file', async () => {
    const folder = join(await temporaryFolder(), 'profile');
    const { file, path } = open(folder);
    await mkdir(folder);
    await writeFile(path, 'broken');
    await chmod(path, 0o666);
    await file.read();
    expect(await modes(folder)).toEqual([0o700, 0o600, 0o600]);
  });
});

describe('a crash', () => {
  test('between writing and renaming leaves the old file, and the next change goes through', async () => {
    const folder = await temporaryFolder();
    const { file, path } = open(folder);
    await file.update(() => ({ name: 'old', count: 1 }));
    // What a killed process leaves: its draft, and its lock.
    await writeFile(join(folder, '.notes.json.999999.tmp'), envelope({ name: 'half', count: 2 }).slice(0, 40));
    await mkdir(`${path}.lock`);
    await ageLock(`${path}.lock`, 60);
    expect(await open(folder).file.read()).toEqual({ name: 'old', count: 1 });
    expect(await open(folder).file.update((value) => ({ ...value, name: 'new' }))).toEqual({ name: 'new', count: 1 });
  });

  test('a reader does not replace a valid file that another process has just restored', async () => {
    const folder = await temporaryFolder();
    const { file, path, aside } = openInRealTime(folder);
    await writeFile(path, 'broken');
    await mkdir(`${path}.lock`);
    const reading = file.read();
    await writeFile(join(folder, 'good'), envelope({ name: 'Ada', count: 1 }));
    await rename(join(folder, 'good'), path);
    await ageLock(`${path}.lock`, 60);
    expect(await reading).toEqual({ name: 'Ada', count: 1 });
    expect(aside).toEqual([]);
  });
});
