import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { asciiOnly } from './ascii-scripts.mjs';

/** More code than what is escaped in it. */
const padding = `;${'0;'.repeat(2000)}`;

it.each([
  ["'it’s'", 'it’s'],
  ['`“a” …`', '“a” …'],
  ["'\\\\’'", '\\’'],
  ["'🜚'", '🜚'],
  ["/^[’…]$/.test('…')", true],
  ["/^🜚+$/u.test('🜚🜚')", true],
  ["/^[à-ÿ]$/i.test('É')", true],
  ['({ naïve: 1 }).na\\u00efve', 1],
])('keeps the meaning of %s', (code, expected) => {
  const text = asciiOnly(`globalThis.result = ${code}${padding}`);
  expect(text).toMatch(/^[\0-\x7f]+$/);
  const context = { result: undefined };
  runInNewContext(text, context);
  expect(context.result).toEqual(expected);
});

it('refuses a backslash that an escape would lose', () => {
  expect(() => asciiOnly(`/\\–/${padding}`)).toThrow('a backslash before a character beyond ASCII: \\–');
});

it.each(['{}', `"${'日本語'.repeat(50)}"${padding}`])('leaves a script as it is that has none, or many', (code) => {
  expect(asciiOnly(code)).toBe(code);
});
