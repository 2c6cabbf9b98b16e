import { describe, expect, it } from 'vitest';
import { type FormField, formFields, leafFields } from './form-fields';

const fieldsOf = (schema: unknown) => formFields(JSON.stringify(schema));
const kindOf = (property: unknown, more: object = {}) => fieldsOf({ properties: { a: property }, ...more })?.[0]?.kind;

describe('the control of a property', () => {
  it.each([
    ['text', { type: 'string' }],
    ['text', { type: ['string', 'null'] }],
    ['text', { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    ['text', { type: 'string', format: 'email' }],
    ['text', { $ref: '#/$defs/name' }],
    ['text', { $ref: '#/$defs/alias' }],
    ['date', { type: 'string', format: 'date' }],
    ['number', { type: 'integer', minimum: 1 }],
    ['number', { type: 'number' }],
    ['switch', { type: 'boolean' }],
    ['choice', { enum: ['free', 'team', null, 3] }],
    ['choice', { oneOf: [{ const: 'a', title: 'First' }, { const: 'b' }] }],
    ['list', { type: 'array', items: { type: 'string' } }],
    ['list', { type: 'array', items: { $ref: '#/$defs/name' } }],
    ['group', { type: 'object', properties: { b: {} } }],
    ['group', { properties: { b: {} } }],
    ['json', { type: 'object' }],
    ['json', { type: 'object', properties: {} }],
    ['json', { type: 'object', additionalProperties: { type: 'string' } }],
    ['json', { type: ['string', 'number'] }],
    ['json', { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['json', { type: 'string', not: { const: 'x' } }],
    ['json', { enum: [{ a: 1 }] }],
    ['json', { enum: [] }],
    ['json', { enum: Array.from({ length: 101 }, (_, at) => at) }],
    ['json', { type: 'array', items: { type: 'object' } }],
    ['json', { type: 'array' }],
    ['json', { $ref: 'https://evil.example/schema.json' }],
    ['json', { $ref: '#/$defs/missing' }],
    ['json', { $ref: '#/$defs/circle' }],
    ['json', { $ref: '#name' }],
    ['json', { $ref: '#/%' }],
    ['json', { $ref: 3 }],
    ['json', {}],
    ['json', true],
    ['json', null],
    ['json', 'string'],
  ])('is %s for %j', (kind, property) => {
    const $defs = { name: { type: 'string' }, alias: { $ref: '#/$defs/name' }, circle: { $ref: '#/$defs/circle' } };
    expect(kindOf(property, { $defs })).toBe(kind);
  });

  it.each(['', '[]', 'null', '1', '{', '{}', '{"properties": []}', '{"properties": {}}', '{"$ref": "#"}', '{"type": "string"}'])(
    'there is none for %s',
    (text) => {
      expect(formFields(text)).toBeNull();
    },
  );
});

it('has the name, description, limits and required mark of each field, in the order of the schema', () => {
  expect(
    fieldsOf({
      required: ['seats', 'gone', 1],
      properties: {
        seats: { type: 'integer', title: 'Seats', description: 'How many', minimum: 1, maximum: 500 },
        note: { type: 'string', maxLength: 18, title: 3 },
        tier: { oneOf: [{ const: 1, title: 'Gold' }, { const: false }] },
      },
    }),
  ).toEqual([
    {
      path: ['seats'],
      kind: 'number',
      title: 'Seats',
      description: 'How many',
      isRequired: true,
      limits: { isWhole: true, min: 1, max: 500 },
    },
    expect.objectContaining({ path: ['note'], title: undefined, limits: { format: undefined, min: undefined, max: 18 } }),
    expect.objectContaining({
      choices: [
        { value: 1, label: 'Gold' },
        { value: false, label: 'false' },
      ],
    }),
  ]);
});

it('a schema that contains itself ends at a depth, and a wide one at a number of fields', () => {
  const deepest = (fields: readonly FormField[]): number => Math.max(...leafFields(fields).map(({ path }) => path.length));
  const recursive = fieldsOf({ properties: { parent: { $ref: '#' }, name: { type: 'string' } } }) ?? [];
  expect(deepest(recursive)).toBe(4);
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`k${at}`, { $ref: '#' }]));
  const wide = fieldsOf({ properties: many }) ?? [];
  expect(leafFields(wide).length).toBeLessThanOrEqual(150);
});

it('takes keys like those of a prototype as any other', () => {
  const text = '{"properties": {"__proto__": {"type": "string"}, "constructor": {"$ref": "#/$defs/toString"}}}';
  expect(formFields(text)?.map(({ path, kind }) => [path, kind])).toEqual([
    [['__proto__'], 'text'],
    [['constructor'], 'json'],
  ]);
});
