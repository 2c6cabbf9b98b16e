import { expect, test } from 'vitest';
import { envLine, envName } from './env-line';

test.each([
  ['sk_y63fch26574ck4u7hb7ceba30', 'KEY=sk_y63fch26574ck4u7hb7ceba30'],
  ['https://a.example/b?c', "KEY='https://a.example/b?c'"],
  ['two words', "KEY='two words'"],
  ['a#b', "KEY='a#b'"],
  ['$HOME', "KEY='$HOME'"],
  ['say "yes"', `KEY='say "yes"'`],
  ["it's", `KEY="it's"`],
  ["it's $5 \\ `x`", 'KEY="it\'s \\$5 \\\\ \\`x\\`"'],
  ['two\nlines', 'KEY="two\\nlines"'],
  ['', "KEY=''"],
])('the value %s is written as %s', (value, line) => {
  expect(envLine('KEY', value)).toBe(line);
});

test.each([
  ['API_KEY', true],
  ['_key2', true],
  ['2KEY', false],
  ['API-KEY', false],
  ['API KEY', false],
  ['KEY=', false],
  ['KEY\n', false],
  ['SCHLÜSSEL', false],
  ['', false],
])('the name “%s” is valid: %s', (name, isValid) => {
  expect(envName.test(name)).toBe(isValid);
});
