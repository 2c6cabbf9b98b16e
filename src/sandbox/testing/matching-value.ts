/** Values that match a schema, for generated requests. */
import type { z } from 'zod';
import type { Schema } from '#contract/definitions.ts';

export interface Source {
  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number;
  /** Returns a preferred value for a field: IDs of existing objects, and codes. */
  known?(name: string): unknown;
}

const texts = [
  '3241a285-8329-4d69-8f3d-316e08cf140c',
  'grace@fitting.example',
  'http://localhost:3000/callback',
  '/handler',
  'a text',
  'bXkgc2VjcmV0IG9mIHRleHQ=',
  'p1',
  '0'.repeat(45),
  'true',
];

/** Returns a value that matches the schema, with about half of the optional fields. Throws if it finds none. */
export function createMatchingValue(schema: Schema, source: Source, name = ''): unknown {
  for (const candidate of [() => made(schema, source, name), () => made(schema, { ...source, below: () => 0 }, name)]) {
    const value = candidate();
    if (schema.safeParse(value).success) return value;
  }
  throw new Error(`Nothing was found that fits ${name}.`);
}

function made(schema: Schema, source: Source, name: string): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nonoptional':
    case 'default':
      return made(def.innerType as Schema, source, name);
    case 'nullable':
      return source.below(5) === 1 ? null : made(def.innerType as Schema, source, name);
    case 'object':
      return madeObject(def.shape as Readonly<Record<string, Schema>>, source);
    case 'array':
      return Array.from({ length: 1 + source.below(2) }, () => made(def.element as Schema, source, name));
    case 'union':
      return made(def.options[source.below(def.options.length)] as Schema, source, name);
    default:
      return leaf(schema, source, name);
  }
}

function madeObject(shape: Readonly<Record<string, Schema>>, source: Source): object {
  const entries = Object.entries(shape).filter(([, field]) => !field.safeParse(undefined).success || source.below(2) === 0);
  return Object.fromEntries(entries.map(([key, field]) => [key, made(field, source, key)]));
}

function leaf(schema: Schema, source: Source, name: string): unknown {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  if (def.type === 'boolean') return source.below(2) === 1;
  const listed = def.type === 'enum' ? Object.values(def.entries) : def.type === 'literal' ? def.values : undefined;
  if (listed !== undefined) return listed[source.below(listed.length)];
  const known = source.known?.(name);
  const candidates = [...(known === undefined ? [] : [known]), ...texts, 1, 3_600_000, { any: 'thing' }, null];
  return candidates.find((candidate) => schema.safeParse(candidate).success);
}
