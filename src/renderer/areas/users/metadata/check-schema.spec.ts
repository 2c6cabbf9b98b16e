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
  [{ plan: 'none' }, ['/plan']],
  [{}, ['']],
  [{ plan: 'team', crm: { owner: 1 } }, ['/crm/owner']],
  [[], ['']],
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
