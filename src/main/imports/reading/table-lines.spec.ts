import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ImportDelimiter } from '#contract/imports/source.ts';
import { tableLines } from './table-lines';

async function* parts(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 7, delimiter: ImportDelimiter = ',') {
  const found = [];
  for await (const batch of tableLines(parts(text, size), delimiter)) found.push(...batch);
  return found;
}

const brief = async (text: string, size?: number) =>
  (await read(text, size)).map(({ line, cells, problem }) => (problem === null ? [line, ...cells] : [line, problem.reason]));

test.each([
  [
    'line feeds',
    'a,b\n1,2\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'carriage returns and line feeds',
    'a,b\r\n1,2\r\n',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'carriage returns',
    'a,b\r1,2\r',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'all of them',
    'a\r\nb\rc\nd',
    [
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ],
  ],
  [
    'no last line end',
    'a,b\n1,2',
    [
      [1, 'a', 'b'],
      [2, '1', '2'],
    ],
  ],
  [
    'empty lines',
    '\n\na,b\n\n1,2\n\n',
    [
      [3, 'a', 'b'],
      [5, '1', '2'],
    ],
  ],
  [
    'empty cells',
    'a,,\n,,\n',
    [
      [1, 'a', '', ''],
      [2, '', '', ''],
    ],
  ],
  ['quotes', '"a","b ""c""",""\n', [[1, 'a', 'b "c"', '']]],
  [
    'delimiters and line ends in quotes',
    '"a,b","c\r\nd\ne"\nf,g\n',
    [
      [1, 'a,b', 'c\r\nd\ne'],
      [4, 'f', 'g'],
    ],
  ],
  ['a quote within a plain cell', '5" disk,b\n', [[1, '5" disk', 'b']]],
  ['a quote at the end of the file', 'a,"b"', [[1, 'a', 'b']]],
  [
    'text after a quote',
    'a,"b"c,d\ne,f\n',
    [
      [1, 'text-after-quote'],
      [2, 'e', 'f'],
    ],
  ],
  [
    'a quote that isn’t closed',
    'a,"b\nc,d\n"e",f\n',
    [
      [1, 'quote-not-closed'],
      [2, 'c', 'd'],
      [3, 'e', 'f'],
    ],
  ],
  [
    'a quote that isn’t closed at all',
    'a,"b\nc,d\n',
    [
      [1, 'quote-not-closed'],
      [2, 'c', 'd'],
    ],
  ],
  [
    'several of them',
    '"a\n"b\nc\n',
    [
      [1, 'quote-not-closed'],
      [2, 'quote-not-closed'],
      [3, 'c'],
    ],
  ],
  [
    'what isn’t text',
    'a\uFFFD\nb\0\nc\n',
    [
      [1, 'not-text'],
      [2, 'not-text'],
      [3, 'c'],
    ],
  ],
])('reads %s, in parts of any size', async (_what, text, expected) => {
  for (const size of [1, 2, 3, 5, 1_000]) expect(await brief(text, size)).toEqual(expected);
});

test('a cell of five million characters is read, and a longer one is left out with its line', async () => {
  const most = 'x'.repeat(5_000_000);
  const lines = await read(`a,"${most}"\nb,${most}\nc,${most}x\nd,e\n`, 1_048_576);
  expect(lines.map(({ line, cells, problem }) => [line, cells[1]?.length, problem?.reason])).toEqual([
    [1, 5_000_000, undefined],
    [2, 5_000_000, undefined],
    [3, 5_000_001, 'cell-too-long'],
    [4, 1, undefined],
  ]);
});

test('a line without an end is given up, and those after it are read', async () => {
  const lines = await brief(`a,b\n${'y,'.repeat(11_000_000)}\nc,d\n`, 1_048_576);
  expect(lines).toEqual([
    [1, 'a', 'b'],
    [2, 'cell-too-long'],
    [3, 'c', 'd'],
  ]);
});

const kinds = ['"open', 'a,"b"c', 'x\0,y', ',,,,', '"', '""', '"a""', 'fine,line', '"fine","line"', '"two\nlines",x', '\r'];

test('two hundred thousand lines with every kind of broken line are read to the end', async () => {
  const text = Array.from({ length: 200_000 }, (_, at) => kinds[at % kinds.length]).join('\n');
  const lines = await read(`${text}\nlast,line\n`, 1_048_576);
  const fine = lines.filter(({ cells, problem }) => problem === null && cells[0] === 'fine');
  expect(lines.at(-1)).toMatchObject({ cells: ['last', 'line'], problem: null });
  expect(fine.length).toBeGreaterThan(30_000);
  expect(lines.every(({ line }, at) => at === 0 || line > (lines[at - 1]?.line ?? 0))).toBe(true);
}, 20_000);

test('what is written as a table comes back, whatever is in its cells, and however it arrives', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', '\t', ' ') });
  const written = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 9 }),
      async (rows, size) => {
        const text = rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
        expect((await read(text, size)).map(({ cells, problem }) => [...cells, problem])).toEqual(rows.map((row) => [...row, null]));
      },
    ),
  );
});

test('any text is read without an error, and the same in parts of any size', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r'), maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (of, size) => {
      expect(await read(of, size)).toEqual(await read(of, 1_000));
    }),
  );
});
