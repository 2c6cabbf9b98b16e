/** The rules name endpoints, inputs, and fields that exist. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Endpoint, Schema } from '../definitions';
import { catalog } from '../service/index';
import { type JournalRule, noUndoReasons, type RecordedRule, subjectKinds, unrecordedReasons } from './journal-rule';

const endpoints = new Map<string, Endpoint>(
  Object.entries(catalog).flatMap(([group, rows]) =>
    Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${group}.${name}`, row]),
  ),
);

const writes = [...endpoints].flatMap(([name, endpoint]) => (endpoint.effect === 'read' ? [] : [{ name, endpoint }]));
const recorded = writes.flatMap(({ name, endpoint }) => {
  const { journal } = endpoint;
  return journal && !('none' in journal) ? [{ name, endpoint, journal }] : [];
});

interface JsonShape {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly JsonShape[];
}

const shapeOf = (schema: Schema | undefined, io: 'input' | 'output' = 'input') =>
  schema ? (z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonShape) : {};

/** Returns the names of the fields of a schema. */
function namesIn(schema: Schema | undefined, io: 'input' | 'output' = 'input'): string[] {
  const { properties = {}, anyOf = [] } = shapeOf(schema, io);
  return [...Object.keys(properties), ...anyOf.flatMap((each) => Object.keys(each.properties ?? {}))];
}

function inputNames({ params, actors }: Endpoint): string[] {
  return [params, ...Object.values(actors).flatMap(({ query, body }) => [query, body])].flatMap((schema) => namesIn(schema));
}

/** Returns what an actor's read needs and the write of the same actor doesn't have. */
function underivable(write: Endpoint, read: Endpoint): string[] {
  const has = inputNames(write);
  return Object.values(read.actors).flatMap(({ query }) =>
    [read.params, query].flatMap((schema) => (shapeOf(schema).required ?? []).filter((name) => !has.includes(name))),
  );
}

test('every write has a rule, and no read', () => {
  for (const [name, { effect, journal }] of endpoints) expect(journal === undefined, name).toBe(effect === 'read');
  expect(writes).toHaveLength(92);
});

test('each kind is used, or is a part of a project', () => {
  const kinds = recorded.map(({ journal }) => journal.subject.kind);
  expect([...new Set([...kinds, 'domain', 'sign-in-provider', 'sign-up-rule'])].sort()).toEqual([...subjectKinds].sort());
});

test('each reason is used', () => {
  const rules = writes.flatMap(({ endpoint: { journal } }) => journal ?? []);
  const unrecorded = rules.flatMap((rule: JournalRule) => ('none' in rule ? [rule.none] : []));
  expect([...new Set(unrecorded)].sort()).toEqual([...unrecordedReasons].sort());
  const noUndo = recorded.flatMap(({ journal: { undo } }) => {
    if ('none' in undo) return [undo.none];
    return 'restore' in undo ? Object.values(undo.except ?? {}) : [];
  });
  expect([...new Set(noUndo)].sort()).toEqual([...noUndoReasons].sort());
});

describe.each(recorded)('$name', ({ endpoint, journal }) => {
  const { subject, before, undo } = journal as RecordedRule;

  test('takes IDs from what it has', () => {
    for (const source of [subject.id, subject.user, subject.team]) {
      if (source === undefined) continue;
      if (source === 'account') {
        expect(Object.keys(endpoint.actors)).toEqual(['account']);
        continue;
      }
      const [part = '', name = ''] = source.split('.');
      const variants = Object.values(endpoint.actors);
      const schemas = part === 'params' ? [endpoint.params] : variants.map((variant) => variant[part as 'query' | 'body' | 'response']);
      for (const schema of schemas) expect(namesIn(schema, part === 'response' ? 'output' : 'input')).toContain(name);
    }
  });

  test('has its old value from a read whose input is part of its own', () => {
    if (before === null) return;
    const read = endpoints.get(before);
    expect(read?.effect).toBe('read');
    if (read) expect(underivable(endpoint, read)).toEqual([]);
    expect(Object.keys(endpoint.actors).filter((actor) => read && !Object.hasOwn(read.actors, actor))).toEqual([]);
  });

  test('is undone by a write that exists, and restored only from an old value', () => {
    if ('none' in undo) return;
    const others = 'restore' in undo ? (undo.default ?? []) : 'opposite' in undo ? undo.opposite : undo.again;
    for (const name of [others].flat()) expect(endpoints.get(name)?.effect).not.toBe('read');
    for (const name of [others].flat()) expect(endpoints.has(name)).toBe(true);
    if (!('opposite' in undo)) expect(before).not.toBeNull();
  });

  test('excepts fields of its body from undoing', () => {
    const except = 'restore' in undo ? Object.keys(undo.except ?? {}) : [];
    const names = Object.values(endpoint.actors).flatMap(({ body }) => namesIn(body));
    for (const field of except) expect(names).toContain(field);
    // What can't be taken back by its definition can't be undone either.
    for (const field of endpoint.destroyedBy ?? []) expect(except).toContain(field);
  });
});
