import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createFakeClock, someDay } from '#tests/support/fake-clock.ts';
import { envelope, initial, open, openInRealTime } from '#tests/support/main/notes-file.ts';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { jsonFile, type UnreadableFile } from './json-file';

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

  test('starts from what the file contains, not from what was read before', async () => {
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
