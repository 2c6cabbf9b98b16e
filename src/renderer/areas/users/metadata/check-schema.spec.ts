import type { Schema } from '@cfworker/json-schema';
import { expect, it } from 'vitest';
import { parseSchema, schemaProblems } from './check-schema';

const schema: Schema = {
  type: 'object',
  required: ['plan'],
  properties: { plan: { enum: ['free', 'team'] }, crm: { type: 'object', properties: { owner: { type: 'string' } } } },
};

it.each([
  [{ plan: 'free' }, []],
  [{ plan: 'none' }, [['plan']]],
  [{}, [['plan']]],
  [{ plan: 'team', crm: { owner: 1 } }, [['crm', 'owner']]],
  [[], [[]]],
])('finds the problems of %j', (value, paths) => {
  expect(schemaProblems(schema, value)?.map(({ path }) => path)).toEqual(paths);
});

it.each(['', '[]', '1', 'null', '{"type": ', '{"$ref": "#/missing"}', '{"patternProperties": {"[": {}}, "required": []}'])(
  '%j is no schema, or one that reports itself when it is used',
  (text) => {
    const parsed = parseSchema(text);
    expect(parsed === null || schemaProblems(parsed, { a: 1 }) === null).toBe(true);
  },
);

it('returns a schema as it is written', () => {
  expect(parseSchema(JSON.stringify(schema))).toEqual(schema);
});

it('lists at most twenty problems', () => {
  const numbers: Schema = { additionalProperties: { type: 'number' } };
  const value = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'text']));
  expect(schemaProblems(numbers, value)?.length).toBeLessThanOrEqual(20);
});

it.each(['a b', 'a/b', 'a~1b', 'ä%20', '#', '"q".', '__proto__'])('names the key %j as it is', (key) => {
  const value = JSON.parse(`{${JSON.stringify(key)}: 1}`);
  expect(schemaProblems({ additionalProperties: { type: 'string' } }, value)).toMatchObject([{ path: [key] }]);
  const missing = schemaProblems({ required: [key] }, {});
  // The validator takes a key of the prototype for one of the value.
  expect(missing).toMatchObject(key === '__proto__' ? [] : [{ path: [key], keyword: 'required' }]);
});

it('tells problems that the stored value has from new ones, which come first', () => {
  const stored = { plan: 'gold', crm: { owner: 1 } };
  const states = (value: object) => schemaProblems(schema, value as never, stored)?.map(({ path, isOld }) => [path.join('.'), isOld]);
  expect(states({ ...stored, note: 'a' })).toEqual([
    ['plan', true],
    ['crm.owner', true],
  ]);
  expect(states({ plan: 'silver', crm: { owner: 1 } })).toEqual([
    ['plan', true],
    ['crm.owner', true],
  ]);
  expect(states({ plan: 'gold', crm: { owner: 'a', more: 1 } })).toEqual([['plan', true]]);
  expect(states({ crm: { owner: 1 } })).toEqual([
    ['plan', false],
    ['crm.owner', true],
  ]);
});

it('a new problem isn’t hidden by more than twenty old ones', () => {
  const numbers: Schema = { additionalProperties: { type: 'number' } };
  const stored = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`k${at}`, 'text']));
  const problems = schemaProblems(numbers, { ...stored, z: true }, stored);
  expect(problems?.[0]).toMatchObject({ path: ['z'], isOld: false });
  expect(problems?.slice(1).every(({ isOld }) => isOld)).toBe(true);
});
