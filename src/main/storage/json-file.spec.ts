import { chmod, mkdir, readdir, readFile, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createFakeClock, someDay } from '../../../tests/support/fake-clock';
import { ageLock } from '../../../tests/support/stale-lock';
import { makeStrange, strangeKinds } from '../../../tests/support/strange-files';
import { temporaryFolder } from '../../../tests/support/temporary-folder';
import { reportOf } from '../../../tests/support/test-ports';
import type { Clock } from '../ports';
import { systemClock } from '../runtime/system-clock';
import { type JsonFileSpec, jsonFile, type UnreadableFile } from './json-file';

const schema = z.strictObject({ name: z.string(), count: z.int() });
const initial = { name: 'initial', count: 0 };

function open(folder: string, own: Partial<JsonFileSpec<typeof schema>> = {}, clock: Clock = createFakeClock({ hasteUpTo: 1_000 })) {
  const aside: UnreadableFile[] = [];
  const path = join(folder, 'notes.json');
  return {
    aside,
    path,
    file: jsonFile({ path, format: 'test/notes', version: 2, schema, initial, ...own }, clock, (what) => aside.push(what)),
  };
}

/** Real time, for processes that wait for each other: a fake clock does not advance with the disk. */
const openInRealTime = (folder: string) => open(folder, {}, systemClock);

const envelope = (data: unknown, version = 2, format = 'test/notes') => JSON.stringify({ format, version, data });

describe('reading', () => {
  test('an absent file is the initial value, and stays absent', async () => {
    const folder = await temporaryFolder();
    const { file, aside } = open(folder);
    expect(await file.read()).toEqual(initial);
    expect([aside, await readdir(folder)]).toEqual([[], []]);
  });

  test('an absent folder is the initial value', async () => {
    expect(await open(join(await temporaryFolder(), 'not', 'there')).file.read()).toEqual(initial);
  });

  test('a good file is its data', async () => {
    const { file, path, aside } = open(await temporaryFolder());
    await writeFile(path, envelope({ name: 'Ada', count: 3 }));
    expect(await file.read()).toEqual({ name: 'Ada', count: 3 });
    expect(aside).toEqual([]);
  });

  const broken: { what: string; content: string | Buffer }[] = [
    { what: 'empty', content: '' },
    { what: 'white space', content: ' \n' },
    { what: 'half a file', content: envelope({ name: 'Ada', count: 3 }).slice(0, 30) },
    { what: 'not JSON', content: 'name = Ada' },
    { what: 'null', content: 'null' },
    { what: 'a number', content: '7' },
    { what: 'an array', content: '[]' },
    { what: 'binary', content: Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 7919) & 255)) },
    { what: 'zeros', content: Buffer.alloc(4096) },
    { what: 'UTF-16', content: Buffer.from(envelope({ name: 'Ada', count: 3 }), 'utf16le') },
    { what: 'a foreign format', content: envelope({ name: 'Ada', count: 3 }, 2, 'other/notes') },
    { what: 'no format', content: JSON.stringify({ version: 2, data: { name: 'Ada', count: 3 } }) },
    { what: 'a version that is text', content: JSON.stringify({ format: 'test/notes', version: '2', data: { name: 'Ada', count: 3 } }) },
    { what: 'version zero', content: envelope({ name: 'Ada', count: 3 }, 0) },
    { what: 'no data', content: JSON.stringify({ format: 'test/notes', version: 2 }) },
    { what: 'wrong types', content: envelope({ name: 1, count: '3' }) },
    { what: 'surplus fields', content: envelope({ name: 'Ada', count: 3, secret: 'x' }) },
    { what: 'prototype keys', content: '{"__proto__":{"format":"test/notes","version":2,"data":{"name":"Ada","count":3}}}' },
    { what: 'huge nesting', content: '['.repeat(200_000) + ']'.repeat(200_000) },
    { what: 'huge nesting in the data', content: envelope('x').replace('"x"', '['.repeat(200_000) + ']'.repeat(200_000)) },
  ];

  test.each(broken)('a broken file is copied, reported and replaced by the initial value: $what', async ({ content }) => {
    const folder = await temporaryFolder();
    const { file, path, aside } = open(folder);
    await writeFile(path, content);
    expect(await file.read()).toEqual(initial);
    const copy = `notes.json.broken-${someDay}`;
    expect(aside).toEqual([{ kind: 'file-unreadable', file: 'notes.json', copy }]);
    expect((await readdir(folder)).sort()).toEqual(['notes.json', copy]);
    expect((await readFile(join(folder, copy))).equals(Buffer.from(content))).toBe(true);
    expect(await readFile(path, 'utf8').then(JSON.parse)).toEqual({ format: 'test/notes', version: 2, data: initial });
    expect(await file.read()).toEqual(initial);
    expect(aside).toHaveLength(1);
  });

  test('nesting past the stack in a schema that follows it is a broken file too', async () => {
    const folder = await temporaryFolder();
    const aside: UnreadableFile[] = [];
    const spec = { path: join(folder, 'x.json'), format: 'f', version: 1, schema: z.json(), initial: null };
    await writeFile(spec.path, `{"format":"f","version":1,"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    expect(await jsonFile(spec, createFakeClock({ hasteUpTo: 1_000 }), (what) => aside.push(what)).read()).toBeNull();
    expect(aside).toHaveLength(1);
  });

  test('two files that break at the same moment are two copies', async () => {
    const folder = await temporaryFolder();
    const { file, path, aside } = open(folder);
    for (const content of ['one', 'two', 'three']) {
      await writeFile(path, content);
      await file.read();
    }
    const copies = ['', '-2', '-3'].map((end) => `notes.json.broken-${someDay}${end}`);
    expect(aside.map(({ copy }) => copy)).toEqual(copies);
    expect(await Promise.all(copies.map((copy) => readFile(join(folder, copy), 'utf8')))).toEqual(['one', 'two', 'three']);
  });

  test('a file of a newer program is copied under another name', async () => {
    const folder = await temporaryFolder();
    const { file, path, aside } = open(folder);
    await writeFile(path, envelope({ more: true }, 3));
    expect(await file.read()).toEqual(initial);
    const copy = `notes.json.newer-${someDay}`;
    expect(aside).toEqual([{ kind: 'file-from-newer-version', file: 'notes.json', copy }]);
    expect(await readFile(join(folder, copy), 'utf8')).toBe(envelope({ more: true }, 3));
  });

  test('a file of an older program is upgraded, and written again at the next change', async () => {
    const upgrade = vi.fn((data: unknown, version: number) => ({ name: String(data), count: version }));
    const { file, path, aside } = open(await temporaryFolder(), { upgrade });
    await writeFile(path, envelope('Ada', 1));
    expect(await file.read()).toEqual({ name: 'Ada', count: 1 });
    await file.update((value) => value);
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({ format: 'test/notes', version: 2, data: { name: 'Ada', count: 1 } });
    expect([aside, upgrade.mock.calls]).toEqual([
      [],
      [
        ['Ada', 1],
        ['Ada', 1],
      ],
    ]);
  });

  test.each([
    { what: 'makes nonsense', upgrade: () => ({ nonsense: true }) },
    {
      what: 'chokes',
      upgrade: (data: unknown) => (data as { deep: { er: object } }).deep.er,
    },
  ])('an upgrade that $what sets the file aside', async ({ upgrade }) => {
    const { file, path, aside } = open(await temporaryFolder(), { upgrade });
    await writeFile(path, envelope('Ada', 1));
    expect(await file.read()).toEqual(initial);
    expect(aside).toMatchObject([{ kind: 'file-unreadable' }]);
  });
});

describe('changing', () => {
  test('writes a file that is read back, for its owner only, without a trace of the work', async () => {
    const folder = join(await temporaryFolder(), 'profile');
    const { file, path } = open(folder);
    expect(await file.update(() => ({ name: 'Ada', count: 1 }))).toEqual({ name: 'Ada', count: 1 });
    expect(await open(folder).file.read()).toEqual({ name: 'Ada', count: 1 });
    expect(await readdir(folder)).toEqual(['notes.json']);
    expect([(await stat(path)).mode & 0o077, (await stat(folder)).mode & 0o077]).toEqual([0, 0]);
  });

  test('starts from what the file holds, not from what was read before', async () => {
    const folder = await temporaryFolder();
    const [one, other] = [open(folder).file, open(folder).file];
    await one.read();
    await other.update((value) => ({ ...value, name: 'Ada' }));
    expect(await one.update((value) => ({ ...value, count: 5 }))).toEqual({ name: 'Ada', count: 5 });
  });

  test('a broken file is copied before it is replaced', async () => {
    const folder = await temporaryFolder();
    const { file, path, aside } = open(folder);
    await writeFile(path, 'broken');
    expect(await file.update((value) => ({ ...value, count: value.count + 1 }))).toEqual({ name: 'initial', count: 1 });
    expect((await readdir(folder)).sort()).toEqual(['notes.json', `notes.json.broken-${someDay}`]);
    expect(aside).toHaveLength(1);
  });

  test('a change that throws changes nothing and does not block later ones', async () => {
    const { file } = open(await temporaryFolder());
    await file.update(() => ({ name: 'Ada', count: 1 }));
    const failing = file.update(() => {
      throw new Error('mine');
    });
    await expect(failing).rejects.toThrow('mine');
    expect(await file.update((value) => ({ ...value, count: 2 }))).toEqual({ name: 'Ada', count: 2 });
  });

  test('many changes at once lose none and keep their order', async () => {
    const { file } = open(await temporaryFolder());
    const counts = await Promise.all(
      Array.from({ length: 20 }, (_, name) => file.update(({ count }) => ({ name: String(name), count: count + 1 }))),
    );
    expect(counts.map(({ name, count }) => [name, count])).toEqual(Array.from({ length: 20 }, (_, name) => [String(name), name + 1]));
    expect(await file.read()).toEqual({ name: '19', count: 20 });
  });

  test('two instances for the same file keep all changes', async () => {
    const folder = await temporaryFolder();
    const writers = [openInRealTime(folder).file, openInRealTime(folder).file];
    for (let round = 0; round < 10; round += 1)
      await Promise.all(writers.map((file) => file.update((value) => ({ ...value, count: value.count + 1 }))));
    expect((await open(folder).file.read()).count).toBe(20);
  });

  test('readers beside a writer always see a whole file', async () => {
    const folder = await temporaryFolder();
    const { file, aside } = open(folder);
    const reader = open(folder);
    const writing = (async () => {
      for (let count = 1; count <= 30; count += 1) await file.update(() => ({ name: 'x'.repeat(count * 1000), count }));
    })();
    let done = false;
    void writing.then(() => (done = true));
    while (!done) {
      const { name, count } = await reader.file.read();
      if (count > 0) expect(name).toHaveLength(count * 1000);
    }
    expect([aside, reader.aside]).toEqual([[], []]);
  });
});

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
