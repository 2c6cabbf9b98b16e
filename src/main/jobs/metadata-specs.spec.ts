import { expect, test } from 'vitest';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { sampleServerUser } from '#tests/support/samples/sample-user.ts';
import { specOf } from './job-specs';
import { withValueAt } from './metadata-specs';

test.each<[string, JsonValue, string, { value?: JsonValue }, JsonValue]>([
  ['a key is set', { a: 1 }, 'b', { value: 2 }, { a: 1, b: 2 }],
  ['a key is removed', { a: 1, b: 2 }, 'b', {}, { a: 1 }],
  ['what is missing on the way is created', null, 'a.b', { value: 2 }, { a: { b: 2 } }],
  ['nothing is created to remove something', { c: 1 }, 'a.b', {}, { c: 1 }],
  ['null is a value', { a: 1 }, 'a', { value: null }, { a: null }],
  ['an element of a list keeps its place', { a: [1, 2, 3] }, 'a.1', { value: 9 }, { a: [1, 9, 3] }],
  ['within an element of a list', { a: [{ b: 1, c: 2 }] }, 'a.0.b', {}, { a: [{ c: 2 }] }],
  ['a removed element leaves null', { a: [1, 2] }, 'a.0', {}, { a: [null, 2] }],
  ['a key is one like any other', {}, '__proto__', { value: 1 }, JSON.parse('{"__proto__":1}') as JsonValue],
])('%s', (_what, metadata, path, wanted, expected) => {
  const changed = withValueAt(metadata, path.split('.'), wanted);
  expect(JSON.stringify(changed)).toBe(JSON.stringify(expected));
});

test.each<[string, JsonValue, string, string | null]>([
  ['nothing is there', {}, 'server.a.b', null],
  ['the value is there', { a: { b: 'x' } }, 'server.a.b', 'already'],
  ['a text would be lost', { a: 'text' }, 'server.a.b', 'in-the-way'],
  ['a list has no such element', { a: [1] }, 'server.a.b', 'in-the-way'],
  ['all metadata are a text', 'text', 'server.a', 'in-the-way'],
])('a row is judged: %s', (_what, metadata, path, reason) => {
  const spec = specOf({ kind: 'users.setMetadata', path, value: 'x' });
  const state = { ...sampleServerUser, server_metadata: metadata };
  const row = { target: { id: 'u', of: null }, before: spec.seen(state), value: null };
  expect(spec.judge(row, state)).toBe(reason);
});
