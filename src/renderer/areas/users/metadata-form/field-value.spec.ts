import { describe, expect, it } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { fitsControl, typedJson, typedNumber, unnamedKeys, valueAt, withValueAt } from './field-value';
import { type FormField, formFields } from './form-fields';

const stored = JSON.parse('{"plan": "free", "crm": {"owner": "a@b.example"}, "notes": [1], "__proto__": {"a": 1}}') as JsonValue;

it.each([
  [['plan'], 'free'],
  [['crm', 'owner'], 'a@b.example'],
  [['crm', 'none'], undefined],
  [['plan', 'length'], undefined],
  [['toString'], undefined],
  [['__proto__', 'a'], 1],
])('the value at %j is %j', (path, value) => {
  expect(valueAt(stored, path)).toEqual(value);
});

describe('a value set at a path', () => {
  const text = (path: readonly string[], next: JsonValue | undefined, value: JsonValue = stored) =>
    JSON.stringify(withValueAt(value, path, next, stored));

  it('keeps the order of keys, and all others', () => {
    expect(text(['plan'], 'team')).toBe('{"plan":"team","crm":{"owner":"a@b.example"},"notes":[1],"__proto__":{"a":1}}');
    expect(text(['crm', 'id'], 7)).toBe('{"plan":"free","crm":{"owner":"a@b.example","id":7},"notes":[1],"__proto__":{"a":1}}');
  });

  it('creates the objects around it, and removes those that it empties unless they were stored', () => {
    expect(text(['limits', 'disk', 'gb'], 5, null)).toBe('{"limits":{"disk":{"gb":5}}}');
    expect(text(['limits', 'disk', 'gb'], undefined, { limits: { disk: { gb: 5 } } })).toBe('{}');
    expect(text(['crm', 'owner'], undefined, { crm: { owner: 'a' } })).toBe('{"crm":{}}');
  });

  it('sets a key named like the prototype as any other', () => {
    expect(text(['__proto__'], 'x', {})).toBe('{"__proto__":"x"}');
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });
});

it('names the keys that the schema doesn’t', () => {
  const fields = formFields('{"properties": {"plan": {}, "crm": {"properties": {"account": {}}}}}') ?? [];
  expect(unnamedKeys(stored, fields)).toEqual([['crm', 'owner'], ['notes'], ['__proto__']]);
  expect(unnamedKeys([1], fields)).toEqual([]);
});

it.each([
  [{ type: 'string' }, 'a', true],
  [{ type: 'string' }, 1, false],
  [{ type: 'string' }, null, true],
  [{ type: 'string', format: 'date' }, '2026-12-01', true],
  [{ type: 'string', format: 'date' }, '2026-02-30', false],
  [{ type: 'string', format: 'date' }, 'soon', false],
  [{ type: 'integer' }, '12a', true],
  [{ type: 'integer' }, [], false],
  [{ type: 'boolean' }, 'yes', false],
  [{ enum: ['a'] }, 'b', true],
  [{ enum: ['a'] }, {}, false],
  [{ type: 'array', items: { type: 'string' } }, ['a'], true],
  [{ type: 'array', items: { type: 'string' } }, ['a', 1], false],
  [{ properties: { b: {} } }, { b: 1 }, true],
  [{ properties: { b: {} } }, 'text', false],
  [{}, undefined, false],
])('the control of %j shows %j: %s', (schema, value, fits) => {
  const [field] = formFields(JSON.stringify({ properties: { a: schema } })) ?? [];
  expect(fitsControl(field as FormField, value)).toBe(fits);
});

it.each([
  ['', undefined],
  [' 12 ', 12],
  ['-1.50', -1.5],
  ['1e3', 1000],
  ['1.', '1.'],
  ['-', '-'],
  ['12a', '12a'],
  ['007', '007'],
  ['0x10', '0x10'],
  ['12345678901234567890', '12345678901234567890'],
  ['true', 'true'],
  ['Infinity', 'Infinity'],
])('the number %j is %j', (text, value) => {
  expect(typedNumber(text)).toEqual(value);
});

it.each([
  ['', undefined, true],
  ['{"a": [1]}', { a: [1] }, true],
  ['{"a": ', undefined, false],
  ['['.repeat(5_000), undefined, false],
])('the JSON %j is a value: %j', (text, value, isValid) => {
  expect(typedJson(text)).toEqual({ value, isValid });
});
