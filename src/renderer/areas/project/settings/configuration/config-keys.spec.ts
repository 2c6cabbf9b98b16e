import { describe, expect, test } from 'vitest';
import { type ConfigLevels, hasEffect, setKeys, shownAfterReset, valuesOf } from './config-keys';

const none: ConfigLevels = { project: {}, branch: {}, environment: {} };
const google = { type: 'google', allowSignIn: true };

describe('the level of a key', () => {
  test.each<{ what: string; levels: Partial<ConfigLevels>; keys: readonly string[] }>([
    { what: 'nothing is set', levels: {}, keys: [] },
    { what: 'it is set once', levels: { branch: { 'auth.allowSignUp': false } }, keys: ['branch auth.allowSignUp=false'] },
    { what: 'a later level has it too', levels: { branch: { a: 1 }, environment: { a: 2 } }, keys: ['environment a=2'] },
    {
      what: 'objects are nested',
      levels: { branch: { a: { b: 1 } }, environment: { 'a.c': 2 } },
      keys: ['branch a.b=1', 'environment a.c=2'],
    },
    { what: 'a later key is above it', levels: { branch: { 'a.b': 1 }, environment: { a: { c: 2 } } }, keys: ['environment a.c=2'] },
    {
      what: 'a later key only starts alike',
      levels: { branch: { ab: 1 }, environment: { a: 2 } },
      keys: ['environment a=2', 'branch ab=1'],
    },
    { what: 'null yields the default', levels: { branch: { a: 1 }, environment: { a: null } }, keys: ['environment a=null'] },
    { what: 'an object is empty', levels: { branch: { 'a.b': 1 }, environment: { a: {} } }, keys: ['environment a={}'] },
    {
      what: 'a key of the level is below another',
      levels: { branch: { 'a.b': 1, a: { b: 2, c: 3 } } },
      keys: ['branch a.b=1', 'branch a.c=3'],
    },
    { what: 'a list is a value', levels: { project: { a: [1, 2] } }, keys: ['project a=[1,2]'] },
  ])('when $what', ({ levels, keys }) => {
    const shown = setKeys({ ...none, ...levels }).map(({ key, value, level }) => `${level} ${key}=${JSON.stringify(value)}`);
    expect(shown).toEqual(keys);
  });
});

test('the values of a key are those of each level that has it', () => {
  const levels = { ...none, branch: { 'auth.oauth.providers.google': google }, environment: { 'auth.oauth': { providers: { google } } } };
  expect(valuesOf(levels, 'auth.oauth.providers.google.type').map(({ level }) => level)).toEqual(['branch', 'environment']);
});

describe('after a reset', () => {
  test.each<{ shows: string; levels: Partial<ConfigLevels>; expected: unknown }>([
    { shows: 'the default', levels: { environment: { 'a.b': 1 } }, expected: undefined },
    { shows: 'the value of an earlier level', levels: { branch: { 'a.b': 2 }, environment: { 'a.b': 1 } }, expected: 2 },
    { shows: 'the default for an earlier null', levels: { branch: { 'a.b': null }, environment: { 'a.b': 1 } }, expected: undefined },
    {
      shows: 'the default where the rest of the object still removes earlier values',
      levels: { branch: { 'a.b': 2 }, environment: { a: { b: 1, c: 3 } } },
      expected: undefined,
    },
    {
      shows: 'an earlier value when nothing is left of the object',
      levels: { branch: { 'a.b': 2 }, environment: { a: { b: 1 } } },
      expected: 2,
    },
  ])('$shows', ({ levels, expected }) => {
    expect(shownAfterReset({ ...none, ...levels }, { key: 'a.b', level: 'environment' })?.value).toEqual(expected);
  });
});

test.each([
  ['a.b', 1, true],
  ['a.x', 1, false],
  ['a.b.c', 1, false],
  ['a.x', null, true],
])('%s=%j has an effect: %s', (key, value, expected) => {
  expect(hasEffect({ key, value }, { a: { b: 1 } })).toBe(expected);
});
