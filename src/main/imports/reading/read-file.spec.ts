import { open, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '#tests/support/temporary-folder.ts';
import { findFormat } from './find-format';
import { createPagedFile, PageDamaged } from './paged-file';
import { outlineOf, recordsOf } from './read-file';

async function fileOf(bytes: Buffer, pageSize = 16) {
  const path = join(await temporaryFolder(), 'copy');
  const file = await createPagedFile(path);
  onTestFinished(() => file.remove());
  for (let at = 0; at < bytes.length; at += pageSize) await file.append(bytes.subarray(at, at + pageSize));
  return { file, path };
}

const noPause = async () => undefined;

async function read(bytes: Buffer, pageSize?: number) {
  const { file } = await fileOf(bytes, pageSize);
  const { format, hasByteOrderMark } = await findFormat(file);
  const { columns, lines, broken } = await outlineOf({ pages: file, format }, noPause);
  const records = [];
  for await (const batch of recordsOf({ pages: file, format }, columns)) records.push(...batch);
  return { format, hasByteOrderMark, columns, lines, broken, cells: records.map(({ cells }) => cells) };
}

const text = 'name;city\nZoë;Köln\nŽofie;Łódź\n';
const swapped = (of: string) => Buffer.from(of, 'utf16le').swap16();

test.each([
  ['UTF-8', Buffer.from(text), 'utf-8', false],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8', true],
  ['UTF-16 LE with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le'), 'utf-16le', true],
  ['UTF-16 BE with a mark', swapped(`\uFEFF${text}`), 'utf-16be', true],
  ['UTF-16 LE', Buffer.from(text, 'utf16le'), 'utf-16le', false],
  ['UTF-16 BE', swapped(text), 'utf-16be', false],
])('reads %s, whatever is cut by a page', async (_name, bytes, encoding, hasByteOrderMark) => {
  for (const pageSize of [1_000, 64])
    expect(await read(bytes, pageSize)).toEqual({
      format: { format: 'table', encoding, delimiter: ';' },
      hasByteOrderMark,
      columns: ['name', 'city'],
      lines: 2,
      broken: 0,
      cells: [
        ['Zoë', 'Köln'],
        ['Žofie', 'Łódź'],
      ],
    });
});

test('reads Windows-1252 with its own signs', async () => {
  const bytes = Buffer.concat([Buffer.from('name,price\nZo'), Buffer.from([0xeb, 0x92, 0x2c, 0x80]), Buffer.from('5\n')]);
  expect(await read(bytes, 1_000)).toMatchObject({ format: { encoding: 'windows-1252', delimiter: ',' }, cells: [['Zoë’', '€5']] });
});

test.each([
  ['a\tb\n1\t2\n', { format: 'table', delimiter: '\t' }],
  ['a|b\n1|2\n', { format: 'table', delimiter: '|' }],
  ['"a;b",c\n"1;2",3\n', { format: 'table', delimiter: ',' }],
  ['email\nada@x.test\n', { format: 'table', delimiter: ',' }],
  ['[{"a":1}]', { format: 'json' }],
  ['{"users":[{"a":1}]}', { format: 'json' }],
  ['{\n"users": [{"a":1}]}', { format: 'json' }],
  ['{"a":1}\n{"a":2}\n', { format: 'ndjson' }],
  ['{"a":[1]}\n{"a":[2]}\n', { format: 'ndjson' }],
  ['{"a":1}\n', { format: 'ndjson' }],
  ['{"next":null,"users":[{"a":1}]}\n', { format: 'json' }],
  ['{"id":1,"teams":["Apollo"],"permissions":[]}\n', { format: 'ndjson' }],
  ['{"id":1,"identities":[{"connection":"x"}]}\n', { format: 'ndjson' }],
])('finds the format of %j', async (of, format) => {
  expect((await read(Buffer.from(of), 1_000)).format).toMatchObject(format);
});

test('objects have columns of all their properties, also of inner ones', async () => {
  const of = '{"id":1,"meta":{"plan":"free","deep":{"a":{"b":1}}}}\n{"email":"a@x.test","meta":{}}\n';
  expect(await read(Buffer.from(of), 1_000)).toMatchObject({
    columns: ['id', 'meta.plan', 'meta.deep.a', 'email', 'meta'],
    cells: [
      [1, 'free', { b: 1 }],
      [undefined, undefined, undefined, 'a@x.test', {}],
    ],
  });
});

test.each([
  ['nothing', '', { reason: 'no-columns' }],
  ['a header only', 'a,b\n', { reason: 'no-lines' }],
  ['two columns of one name', 'a,b,a\n1,2,3\n', { reason: 'several-headers', column: 'a', line: 1 }],
  ['a broken header', '\n"a,b\n1,2\n', { reason: 'not-text', line: 2 }],
  ['too many columns', `${Array.from({ length: 2_001 }, (_, at) => `c${at}`).join()}\n`, { reason: 'too-many-columns', line: 1 }],
  ['JSON without a list', '{\n"a":{}}', { reason: 'not-json' }],
  ['an empty list', '[]', { reason: 'no-columns' }],
])('refuses %s', async (_what, of, fault) => {
  await expect(read(Buffer.from(of), 4_096)).rejects.toMatchObject({ fault });
});

test('two thousand columns are read, and lines of other widths counted', async () => {
  const line = Array.from({ length: 2_000 }, (_, at) => `c${at}`).join();
  const found = await read(Buffer.from(`${line}\n${line}\n${line},\n${line},x\na,b\n`), 4_096);
  expect([found.columns.length, found.lines, found.broken]).toEqual([2_000, 4, 2]);
});

test('the copy is private, unreadable without its key, and nothing once it is removed', async () => {
  const { file, path } = await fileOf(Buffer.from('email,password\nada@x.test,Engine-1843\n'));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path, 'latin1')).includes('Engine')).toBe(false);
  await file.remove();
  await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('a copy that was changed isn’t read', async () => {
  const { file, path } = await fileOf(Buffer.from('a,b\n1,2\n'));
  const other = await open(path, 'r+');
  await other.write(Buffer.from('x'), 0, 1, 3);
  await other.close();
  await expect(file.read(0)).rejects.toBeInstanceOf(PageDamaged);
  const format = { format: 'table', encoding: 'utf-8', delimiter: ',' } as const;
  await expect(outlineOf({ pages: file, format }, noPause)).rejects.toMatchObject({ fault: { reason: 'damaged' } });
});
