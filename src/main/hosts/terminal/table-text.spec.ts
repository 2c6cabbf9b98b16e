import fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeJson, safeLine, widthOf } from './plain-output';
import { tableText } from './table-text';

test('columns are as wide as what is in them, and cut where the terminal is narrower', () => {
  const rows = [
    ['Ada', 'a'.repeat(40)],
    ['日本語の名前', 'x'],
  ];
  expect(tableText(['Name', 'ID'], rows, null)).toBe(`Name          ID\nAda           ${'a'.repeat(40)}\n日本語の名前  x\n`);
  expect(tableText(['Name', 'ID'], rows, 30).split('\n')[1]).toBe(`Ada           ${'a'.repeat(15)}…`);
});

test('no row is wider than the terminal, unless that has no room for the columns', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.string({ unit: 'grapheme' }), fc.string(), fc.string()), { maxLength: 5 }),
      fc.integer({ min: 28, max: 90 }),
      (rows, columns) => {
        for (const line of tableText(['One', 'Two', 'Three'], rows, columns).split('\n'))
          expect(widthOf(line)).toBeLessThanOrEqual(columns);
      },
    ),
  );
});

test.each([
  ['\x1b[31mred', '\\u{1b}[31mred'],
  ['\x9b31mred', '\\u{9b}31mred'],
  ['a\nb\tc', 'a\\nb\\tc'],
  ['a\u202eb', 'a\\u{202e}b'],
  ['a\u2028b', 'a\\u{2028}b'],
  ['a\u{e0041}b', 'a\\u{e0041}b'],
  ['\ud800', '\\u{d800}'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('%j is shown as what it is', (text, shown) => {
  expect(safeLine(text)).toBe(shown);
});

test('no text controls a terminal, and JSON keeps its value', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(safeLine(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      const json = safeJson({ text });
      expect(json).not.toMatch(/(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
      expect(JSON.parse(json)).toEqual({ text });
    }),
  );
});
