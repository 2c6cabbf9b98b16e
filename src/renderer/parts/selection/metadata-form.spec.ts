import { expect, it } from 'vitest';
import { enteredValue } from './metadata-form';

it.each([
  ['', 'empty', ''],
  ['  ', 'empty', ''],
  ['team', 'text', 'team'],
  [' team ', 'text', 'team'],
  ['"team"', 'json', 'team'],
  ['"12"', 'json', '12'],
  ['12', 'json', 12],
  ['012', 'text', '012'],
  ['true', 'json', true],
  ['null', 'json', null],
  ['{"a":[1]}', 'json', { a: [1] }],
  ['{"a":', 'text', '{"a":'],
])('%j is a value of kind %s', (text, kind, value) => {
  expect(enteredValue(text)).toEqual({ kind, value });
});
