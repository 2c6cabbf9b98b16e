import { expect, test } from 'vitest';
import { readEmail, readHash, readMetadata, readPassword, readYesNo, severalTexts } from './cell-values';

test.each<[unknown, unknown]>([
  ['12', 12],
  ['-1.5', -1.5],
  ['007', '007'],
  ['+1', '+1'],
  ['1e3', '1e3'],
  ['12345678901234567890', '12345678901234567890'],
  ['Infinity', 'Infinity'],
  ['true', true],
  ['null', null],
  ['truely', 'truely'],
  ['{"a":[1]}', { a: [1] }],
  ['{broken', '{broken'],
  ['[1,2', '[1,2'],
  [' a ', ' a '],
  [5, 5],
  [[1], [1]],
  [false, false],
])('the cell %j becomes %j by itself', (cell, value) => {
  expect(readMetadata(cell as never, 'auto')).toEqual({ value });
});

test.each([
  ['number', '12', { value: 12 }],
  ['number', 'twelve', { reason: 'not-a-number' }],
  ['number', '', null],
  ['text', '12', { value: '12' }],
  ['yes-no', 'Ja', { value: true }],
  ['yes-no', 'いいえ', { value: false }],
  ['yes-no', '2', { reason: 'not-yes-or-no' }],
  ['json', '"a"', { value: 'a' }],
  ['json', 'a', { reason: 'not-json' }],
  ['json', '{"a":"\\u0000"}', { reason: 'not-text' }],
  ['json', '{"a":"\\ud800"}', { reason: 'not-text' }],
] as const)('as %s, %j is read as %j', (type, cell, expected) => {
  expect(readMetadata(cell, type)).toEqual(expected);
});

test.each([
  ['json', 200, { value: expect.any(Array) }],
  ['json', 100_000, { reason: 'too-deep' }],
  ['auto', 100_000, { value: expect.any(String) }],
] as const)('as %s, a list with %i levels is read, left out, or taken as a text', (type, levels, expected) => {
  expect(readMetadata('['.repeat(levels) + ']'.repeat(levels), type)).toEqual(expected);
});

test.each([
  ['', null],
  ['  ', { value: '  ' }],
  ['é'.repeat(36), { reason: 'password-length', expected: 70 }],
  ['x'.repeat(71), { reason: 'password-length', expected: 70 }],
  ['x'.repeat(70), { value: 'x'.repeat(70) }],
])('the password %j is read as %j', (cell, expected) => {
  expect(readPassword(cell)).toEqual(expected);
});

test.each(['$2b$17$', '$2x$10$', '$2a$10$short', 'sha512:abc', '$argon2id$v=19$m=65536'])('%j is no bcrypt hash', (text) => {
  expect(readHash(text)).toEqual({ reason: 'not-a-hash' });
});

test.each([
  ['a@b', { value: 'a@b' }],
  [' ada@x.test\u00a0', { value: 'ada@x.test' }],
  ['ada@x.test, grace@x.test', { reason: 'not-an-email' }],
  [`${'a'.repeat(320)}@x.test`, { reason: 'too-long', expected: 320 }],
])('the address %j is read as %j', (cell, expected) => {
  expect(readEmail(cell)).toEqual(expected);
});

test('several values come from parts, or from a list', () => {
  expect(severalTexts(' a, b,,a ', ',')).toEqual(['a', 'b']);
  expect(severalTexts('["a, b","c"]', ',')).toEqual(['a, b', 'c']);
  expect(severalTexts(['a', 1, null], ',')).toEqual(['a', '1']);
  expect(severalTexts('[a', ',')).toEqual(['[a']);
  expect(severalTexts(undefined, ',')).toEqual([]);
  expect(readYesNo(true)).toEqual({ value: true });
});
