import { expect, it } from 'vitest';
import { findJsonFault } from './json-fault';

const nesting = 5;

it.each([
  'null',
  ' true ',
  '""',
  '{}',
  '[]',
  '{"a": [1, -2.5e3, "\\u00e9", {"b": null}]}',
  '{"a": {"a": 1}, "b": {"a": 1}}',
  '9007199254740991',
  '12345678901234567000',
  '[[[[[1]]]]]',
  '"مرحبا 🔑 <b>"',
])('finds nothing in %s', (text) => {
  expect(findJsonFault(text, nesting)).toBeNull();
  expect(() => JSON.parse(text)).not.toThrow();
});

it.each([
  ['', 'ended', 1, 1],
  ['{', 'ended', 1, 2],
  ['{\n  "a": 1', 'ended', 2, 9],
  ['"abc', 'ended', 1, 5],
  ['{\n  "a": 1,\n}', 'trailing-comma', 2, 9],
  ['[1, ]', 'trailing-comma', 1, 3],
  ["{'a': 1}", 'quotes', 1, 2],
  ['{"a" 1}', 'unexpected', 1, 6],
  ['{"a": 1 "b": 2}', 'unexpected', 1, 9],
  ['{a: 1}', 'unexpected', 1, 2],
  ['[1] 2', 'unexpected', 1, 5],
  ['[01]', 'unexpected', 1, 3],
  ['undefined', 'unexpected', 1, 1],
  ['"a\nb"', 'string', 1, 3],
  ['"\\x41"', 'string', 1, 2],
  ['1e999', 'number', 1, 1],
  ['[12345678901234567890]', 'number', 1, 2],
  ['{"a": 1,\n "\\u0061": 2}', 'duplicate', 2, 2],
  ['[[[[[[1]]]]]]', 'nesting', 1, 6],
])('%j has the fault %s in line %i, column %i', (text, kind, line, column) => {
  expect(findJsonFault(text, nesting)).toMatchObject({ kind, line, column });
});

it('names the whole character that it found, and the key that is there twice', () => {
  expect(findJsonFault('{🔑}', nesting)).toMatchObject({ kind: 'unexpected', found: '🔑' });
  expect(findJsonFault('{"key": 1, "key": 2}', nesting)).toMatchObject({ from: 11, to: 16, found: '"key"' });
});

it('reads a megabyte in less than a second', () => {
  const text = JSON.stringify(Array.from({ length: 40_000 }, (_, n) => ({ n, text: 'abcdefghij' })));
  const start = performance.now();
  expect(findJsonFault(text, nesting)).toBeNull();
  expect(performance.now() - start).toBeLessThan(1_000);
});

it.each([
  ['a long text', `"${'x'.repeat(20_000_000)}"`, null],
  ['a long text without an end', `"${'x'.repeat(20_000_000)}`, 'ended'],
  ['escape sequences', `"${'\\n'.repeat(5_000_000)}"`, null],
  ['white space', ' '.repeat(20_000_000), 'ended'],
  ['digits', '1'.repeat(5_000_000), 'number'],
])('reads %s of several megabytes without exhausting the stack', (_name, text, kind) => {
  expect(findJsonFault(text, nesting)?.kind ?? null).toBe(kind);
});
