/** The service's lenient coercion of values before validation (wire/conventions 6). */
import { z } from 'zod';
import type { Schema } from '#contract/definitions.ts';

/**
 * Converts numeric text to a number, `true`, `false`, `1` and `0` to a boolean, numbers and booleans to text. Returns other values
 * unchanged.
 */
export function coerce(schema: Schema, value: unknown): unknown {
  if (value === undefined || value === null) return value;
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return textOf(value);
    case 'number':
      return typeof value === 'string' ? numberOf(value) : value;
    case 'boolean':
      return booleanOf(value);
    case 'literal':
      return typeof def.values[0] === 'boolean' ? booleanOf(value) : value;
    case 'optional':
    case 'nullable':
    case 'default':
      return coerce(def.innerType as Schema, value);
    case 'object':
      return coerceObject(def.shape as Readonly<Record<string, Schema>>, value);
    case 'array':
      return Array.isArray(value) ? value.map((item) => coerce(def.element as Schema, item)) : value;
    default:
      return value;
  }
}

/** Isn't text, and has no `length` that would be validated like that of a text. */
const noText = Object.freeze({});

function textOf(value: unknown): unknown {
  if (typeof value === 'object') return noText;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function numberOf(text: string): number {
  const compact = text.replace(/\s/g, '');
  return compact === '' ? Number.NaN : Number(compact);
}

function booleanOf(value: unknown): unknown {
  if (typeof value === 'object') return value;
  if (/^(true|1)$/i.test(String(value))) return true;
  return /^(false|0)$/i.test(String(value)) ? false : value;
}

function coerceObject(shape: Readonly<Record<string, Schema>>, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, field]) => {
      const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
      return [key, schema === undefined ? field : coerce(schema, field)];
    }),
  );
}

/** Returns the schema inside `optional`, `nullable` and `default`. */
export function unwrap(schema: Schema): Schema {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod;
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default' ? unwrap(def.innerType as Schema) : schema;
}

/** Returns the fields of an object schema, none for other schemas. */
export function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  return schema instanceof z.ZodObject ? (schema.shape as Readonly<Record<string, Schema>>) : {};
}
