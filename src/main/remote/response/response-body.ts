/** Validates the body of a successful response against its schema, lists item by item. */
import { z } from 'zod';
import type { Omitted, Schema, Variant } from '#contract/definitions.ts';
import { type Read, readAs } from '#contract/dispatch.ts';
import { maxOmittedItems } from '#contract/limits.ts';
import { JsonReader } from './json-reader';
import type { Pace } from './pacer';

/** Replaces a value that the schema has read, given as it was sent. */
export type Complete = (read: unknown, sent: unknown) => unknown;

const asRead: Complete = (read) => read;

interface List {
  readonly name: string;
  readonly item: Schema;
  /** Names of the response's fields, including the list. */
  readonly fields: ReadonlySet<string>;
}

interface Items {
  readonly found: readonly unknown[];
  readonly omitted: Omitted;
}

/**
 * Parses and validates a body. Up to 20 invalid items of a list are left out and reported as `omitted` of the result; with more, the
 * response is invalid. Pauses between items to let other work run. `complete` gets each item of a list, or any other value as a whole.
 *
 * Throws what the JSON reader throws, and rejects when `pace` does.
 */
export async function readBody(variant: Variant, bytes: Uint8Array, pace: Pace, complete: Complete = asRead): Promise<Read<unknown>> {
  const list = listOf(variant);
  const reader = new JsonReader(bytes);
  if (list === null || reader.next() !== 'object') return readWhole(variant.response, reader.whole(), complete);
  const fields = new Map<string, unknown>();
  let items: Items = { found: [], omitted: { count: 0, path: '' } };
  for (const name of reader.members()) {
    if (name === list.name && reader.next() === 'array') {
      items = await readItems(reader, list, pace, complete);
      if (items.omitted.count > maxOmittedItems) return { ok: false, path: items.omitted.path, cause: undefined };
      fields.set(name, []);
    } else {
      const value = reader.value();
      if (list.fields.has(name)) fields.set(name, value);
      await pace(reader.position);
    }
  }
  reader.end();
  const rest = readAs(variant.response, Object.fromEntries(fields));
  if (!rest.ok) return rest;
  const { found, omitted } = items;
  return { ok: true, value: { ...(rest.value as object), [list.name]: found, ...(omitted.count === 0 ? {} : { omitted }) } };
}

function readWhole(schema: Schema, sent: unknown, complete: Complete): Read<unknown> {
  const read = readAs(schema, sent);
  return read.ok ? { ok: true, value: complete(read.value, sent) } : read;
}

/** Returns the list field of an object response; null if it has none. */
function listOf({ response, list: name = 'items' }: Variant): List | null {
  if (!(response instanceof z.ZodObject)) return null;
  const field: unknown = response.shape[name];
  return field instanceof z.ZodArray ? { name, item: field.element as Schema, fields: new Set(Object.keys(response.shape)) } : null;
}

/** Reads the list, and stops when it contains too many invalid items. */
async function readItems(reader: JsonReader, { name, item }: List, pace: Pace, complete: Complete): Promise<Items> {
  const found: unknown[] = [];
  let omitted: Omitted = { count: 0, path: '' };
  for (const index of reader.elements()) {
    const read = readWhole(item, reader.value(), complete);
    if (read.ok) found.push(read.value);
    else omitted = { count: omitted.count + 1, path: omitted.path || [name, index, read.path].filter((step) => step !== '').join('.') };
    if (omitted.count > maxOmittedItems) break;
    await pace(reader.position);
  }
  return { found, omitted };
}
