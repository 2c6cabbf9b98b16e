import { expect, it } from 'vitest';
import { parseJson, withoutByteOrderMark } from './parse-json';

it.each([
  ['{"a": 1}', { a: 1 }],
  ['\uFEFF{"a": 1}', { a: 1 }],
  ['\uFEFF\n "a"', 'a'],
  ['"\uFEFF"', '\uFEFF'],
])('parses %j', (text, value) => {
  expect(parseJson(text)).toEqual(value);
});

it.each(['', '\uFEFF', '\uFEFF\uFEFF1', '1\uFEFF', '{a: 1}'])('throws for %j', (text) => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

it('removes one mark, at the start only', () => {
  expect(withoutByteOrderMark('\uFEFFa\uFEFF')).toBe('a\uFEFF');
});
