import { describe, expect, test } from 'vitest';
import { reportOf } from '#tests/support/main/test-ports.ts';
import { JsonReader } from './json-reader';

const bytesOf = (text: string) => Buffer.from(text);
const parseJson = (bytes: Uint8Array) => new JsonReader(bytes).whole();

/** Reads a text by members and elements, down to everything that is neither. */
function readByParts(text: string): unknown {
  const reader = new JsonReader(bytesOf(text));
  const value = readPart(reader);
  reader.end();
  return value;
}

function readPart(reader: JsonReader): unknown {
  const next = reader.next();
  if (next === 'other') return reader.value();
  if (next === 'array') return Array.from(reader.elements(), () => readPart(reader));
  return Object.fromEntries(Array.from(reader.members(), (name) => [name, readPart(reader)]));
}

const texts = [
  '{}',
  '[]',
  'null',
  '-1.5e3',
  '"a"',
  ' \t\r\n{ "a" : [ 1 , "b,]}" , { } ] , "c" : null }\n ',
  '{"a":{"b":{"c":[[],[{}]]}}}',
  String.raw`{"quote\"and\\":"\\","\u0061":"\ud83d\udd11","}":"]"}`,
  '["ünïcödé","🔑","‮"]',
  '{"a":1,"a":2}',
  '[true,false,null,0]',
];

test.each(texts)('reads %s as JSON.parse does, as a whole and by parts', (text) => {
  expect(parseJson(bytesOf(text))).toEqual(JSON.parse(text));
  expect(readByParts(text)).toEqual(JSON.parse(text));
});

const malformed = [
  '',
  ' ',
  '{',
  '[',
  '"',
  '"\\',
  '}',
  ']',
  ',',
  ':',
  '{]',
  '[}',
  '[1}',
  '[1,]',
  '[,1]',
  '[1 2]',
  '[1,,2]',
  '{,}',
  '{"a"}',
  '{"a":}',
  '{"a":1,}',
  '{"a" 1}',
  '{"a":1 "b":2}',
  '{a:1}',
  '{1:1}',
  "{'a':1}",
  '{"a":1}}',
  '{}{}',
  '[]]',
  'nul',
  'nullx',
  '01',
  '1 1',
  '"a" "b"',
  '"a\nb"',
  '[1]x',
  '\u00a0[]',
  '{"a":[{"b":tru}]}',
  '[undefined]',
  '[NaN]',
  '// []',
];

test.each(malformed)('throws a SyntaxError for %j, as a whole and by parts', (text) => {
  expect(() => JSON.parse(text)).toThrow(SyntaxError);
  expect(() => parseJson(bytesOf(text))).toThrow(SyntaxError);
  expect(() => readByParts(text)).toThrow(SyntaxError);
});

test('throws a SyntaxError for bytes that are not UTF-8, wherever they are', () => {
  for (const bytes of [Uint8Array.of(0xff), Buffer.concat([bytesOf('["'), Buffer.of(0xc3), bytesOf('"]')])]) {
    expect(() => new JsonReader(bytes)).toThrow(SyntaxError);
  }
});

test('skips a byte order mark at the start only', () => {
  expect(parseJson(bytesOf('\ufeff{"a":1}'))).toEqual({ a: 1 });
  expect(() => parseJson(bytesOf('\ufeff\ufeff{}'))).toThrow(SyntaxError);
});

test('reads a part of a larger buffer', () => {
  const bytes = bytesOf('xx[1]xx');
  expect(parseJson(new Uint8Array(bytes.buffer, bytes.byteOffset + 2, 3))).toEqual([1]);
});

test('keeps a name that means something to JavaScript as a name', () => {
  const value = readByParts('{"__proto__":{"a":1},"constructor":2}') as object;
  expect(Object.entries(value)).toEqual([
    ['__proto__', { a: 1 }],
    ['constructor', 2],
  ]);
});

describe('limits', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  const list = (values: number) => `[${'1,'.repeat(values - 1)}1]`;

  test.each([
    { what: 'an array', text: nested(200), tooMuch: nested(201), limit: { limit: 'nesting', max: 200 } },
    {
      what: 'objects',
      text: `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`,
      tooMuch: '{"a":'.repeat(201),
      limit: { limit: 'nesting', max: 200 },
    },
    { what: 'brackets without end', text: nested(1), tooMuch: '['.repeat(1_000_000), limit: { limit: 'nesting', max: 200 } },
    { what: 'a list', text: list(250_000), tooMuch: list(250_001), limit: { limit: 'values', max: 250_000 } },
  ])('$what one level or value too many is refused by name', async ({ text, tooMuch, limit }) => {
    expect(() => parseJson(bytesOf(text))).not.toThrow();
    expect(await reportOf((async () => parseJson(bytesOf(tooMuch)))())).toEqual({ code: 'bad-response', details: limit });
  });

  test('brackets in texts are no levels', () => {
    expect(parseJson(bytesOf(`["${'['.repeat(1000)}","\\"${'{'.repeat(1000)}"]`))).toHaveLength(2);
  });

  test('levels count from the outermost one when the parts are read one by one', async () => {
    const within = `{"items":[${nested(198)}]}`;
    expect(() => readElementsOf(within)).not.toThrow();
    const report = await reportOf((async () => readElementsOf(`{"items":[${nested(199)}]}`))());
    expect(report).toMatchObject({ details: { limit: 'nesting', max: 200 } });
  });

  test('values count over all parts', async () => {
    const part = list(200_000);
    expect(() => readElementsOf(`{"items":[${[part, part, part, part].join()}]}`)).not.toThrow();
    const report = await reportOf((async () => readElementsOf(`{"items":[${[part, part, part, part, part].join()}]}`))());
    expect(report).toEqual({ code: 'bad-response', details: { limit: 'values', max: 1_000_000 } });
  });

  function readElementsOf(text: string): void {
    const reader = new JsonReader(bytesOf(text));
    for (const _name of reader.members()) for (const _index of reader.elements()) reader.value();
  }
});
