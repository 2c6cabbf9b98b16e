import { expect, it } from 'vitest';
import { failureField } from './failure-field';

it.each([
  ['baseUrl', 'baseUrl'],
  ['keys.server', 'keys.server'],
  ['draft.name', 'name'],
  ['change.handlerBase', 'handlerBase'],
  ['draft.environment', null],
  ['keys', null],
  ['constructor', null],
  ['', null],
])('a failure at %j belongs to the field %j', (path, field) => {
  expect(failureField({ code: 'bad-input', path })).toBe(field);
});
