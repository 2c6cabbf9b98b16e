import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineObjects, listedObjects, NoList } from './json-objects';

async function* parts(text: string, size: number) {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

async function read(text: string, size = 5, how = listedObjects) {
  const found = [];
  for await (const batch of how(parts(text, size))) found.push(...batch);
  return found.map(({ line, value, problem }) => [line, problem?.reason ?? value]);
}

test.each([
  [
    'a list',
    '[{"a":1},{"a":2}]',
    [
      [1, { a: 1 }],
      [2, { a: 2 }],
    ],
  ],
  ['spaces and a comma at the end', ' [ {"a":1} ,\n ] ', [[1, { a: 1 }]]],
  ['an empty list', '[]', []],
  [
    'signs in texts',
    '[{"a":"]},{\\"[\\\\"},{"b":"\\u005d"}]',
    [
      [1, { a: ']},{"[\\' }],
      [2, { b: ']' }],
    ],
  ],
  [
    'lists in objects',
    '[{"a":[1,{"b":[]}]},{"c":{}}]',
    [
      [1, { a: [1, { b: [] }] }],
      [2, { c: {} }],
    ],
  ],
  ['the list of an object', '{"v":1,"ids":["x"],"users":[{"a":1}],"more":[{"b":2}]}', [[1, { a: 1 }]]],
  [
    'what is no object',
    '[1,"a",null,[{"a":1}],{"a":1}]',
    [
      [1, 'not-an-object'],
      [2, 'not-an-object'],
      [3, 'not-an-object'],
      [4, 'not-an-object'],
      [5, { a: 1 }],
    ],
  ],
  [
    'a missing comma',
    '[{"a":1} {"a":2},{"a":3}]',
    [
      [1, 'not-json'],
      [2, { a: 3 }],
    ],
  ],
  [
    'what isn’t JSON',
    '[{\'a\':1},{a:2},{"a":3}]',
    [
      [1, 'not-json'],
      [2, 'not-json'],
      [3, { a: 3 }],
    ],
  ],
  [
    'an end in the middle',
    '[{"a":1},{"a":',
    [
      [1, { a: 1 }],
      [2, 'not-json'],
    ],
  ],
  ['what isn’t text', '[{"a":"\uFFFD"}]', [[1, 'not-text']]],
])('reads %s, in parts of any size', async (_what, text, expected) => {
  for (const size of [1, 2, 3, 1_000]) expect(await read(text, size)).toEqual(expected);
});

test.each(['', 'null', '1', '{}', '{"a":[]}', '"users"', '}', '{"a":{"users":[{}]}}'])('finds no list in %s', async (text) => {
  await expect(read(text)).rejects.toBeInstanceOf(NoList);
});

test('reads an object in each line, and says which lines have none', async () => {
  const text = '{"a":1}\r\n\n[1]\n{"a"\n"b"\n{"a":2}';
  for (const size of [1, 4, 1_000])
    expect(await read(text, size, lineObjects)).toEqual([
      [1, { a: 1 }],
      [3, 'not-an-object'],
      [4, 'not-json'],
      [5, 'not-an-object'],
      [6, { a: 2 }],
    ]);
});

test('an object that is too long is left out, and those after it are read', async () => {
  const long = `{"a":[${'"x",'.repeat(5_500_000)}"x"]}`;
  expect(await read(`[{"b":1},${long},{"b":2}]`, 1_048_576)).toEqual([
    [1, { b: 1 }],
    [2, 'cell-too-long'],
    [3, { b: 2 }],
  ]);
  expect(await read(`{"b":1}\n${long}\n{"b":2}`, 1_048_576, lineObjects)).toEqual([
    [1, { b: 1 }],
    [2, 'cell-too-long'],
    [3, { b: 2 }],
  ]);
});

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

test.each([
  ['199 levels below it', nested(199), null],
  ['200 levels below it', nested(200), 'too-deep'],
  ['200,000 levels below it', nested(200_000), 'too-deep'],
  ['200,000 objects below it', `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`, 'too-deep'],
  ['an escaped zero', '"a\\u0000"', 'not-text'],
  ['half of an escaped character', '"\\ud83d"', 'not-text'],
  ['halves in the wrong order', '"\\ude00\\ud83d"', 'not-text'],
  ['a whole escaped character', '"\\ud83d\\ude00"', null],
  ['half a character in a name', '{"\\udc00":1}', 'not-text'],
])('an object with %s is taken, or left out alone', async (_what, value, reason) => {
  for (const [text, how] of [
    [`[{"a":${value}},{"b":2}]`, listedObjects],
    [`{"a":${value}}\n{"b":2}`, lineObjects],
  ] as const)
    expect(await read(text, 1_048_576, how)).toEqual([
      [1, reason ?? { a: JSON.parse(value) }],
      [2, { b: 2 }],
    ]);
});

test('any list of objects comes back, however it arrives', async () => {
  const objects = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(objects, fc.integer({ min: 1, max: 9 }), async (of, size) => {
      const text = JSON.stringify(of);
      const isText = !text.includes('\uFFFD');
      const found = await read(text, size);
      if (isText) expect(found).toEqual(JSON.parse(text).map((value: unknown, at: number) => [at + 1, value]));
    }),
  );
});
