/** The values of a form's fields within metadata, and the text of those that are typed. */
import { maxMetadataNesting } from '#contract/limits.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { parseJson } from '#contract/text/parse-json.ts';
import { findJsonFault } from '#parts/metadata/json-fault.ts';
import type { FormField } from './form-fields';

/** Returns the value at a path of keys; undefined if there is none. */
export function valueAt(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), value);
}

/**
 * Returns metadata with another value at a path, or without its key. Keys keep their order, and others their values. An object that this
 * empties is removed too, unless `base` has it.
 */
export function withValueAt(value: JsonValue, path: readonly string[], next: JsonValue | undefined, base: JsonValue): JsonValue {
  const [key, ...rest] = path;
  if (key === undefined) return next ?? null;
  const object = isObject(value) ? value : {};
  const changed = rest.length === 0 ? next : innerValue(object, path, next, base);
  const entries = Object.entries(object);
  if (changed === undefined) return Object.fromEntries(entries.filter(([name]) => name !== key));
  return Object.fromEntries(Object.hasOwn(object, key) ? replaced(entries, key, changed) : [...entries, [key, changed]]);
}

function innerValue(object: Entries, [key = '', ...rest]: readonly string[], next: JsonValue | undefined, base: JsonValue) {
  const before = Object.hasOwn(object, key) ? (object[key] as JsonValue) : {};
  const baseValue = valueAt(base, [key]);
  const changed = withValueAt(before, rest, next, baseValue ?? null);
  return isObject(changed) && Object.keys(changed).length === 0 && baseValue === undefined ? undefined : changed;
}

const replaced = (entries: readonly [string, JsonValue][], key: string, changed: JsonValue) =>
  entries.map(([name, item]): [string, JsonValue] => [name, name === key ? changed : item]);

/** Returns the keys of a value, as paths, that a form's fields don't name. They stay as they are. */
export function unnamedKeys(value: JsonValue, fields: readonly FormField[]): readonly (readonly string[])[] {
  return unnamedWithin(value, [], fields);
}

function unnamedWithin(
  value: JsonValue | undefined,
  path: readonly string[],
  fields: readonly FormField[],
): readonly (readonly string[])[] {
  if (!isObject(value)) return [];
  const named = new Map(fields.map((field) => [field.path.at(-1), field]));
  return Object.entries(value).flatMap(([key, item]) => {
    const field = named.get(key);
    if (field === undefined) return [[...path, key]];
    return field.kind === 'group' ? unnamedWithin(item, field.path, field.fields) : [];
  });
}

/** Whether the control of a field can show a value. One that it can't show is edited as JSON. */
export function fitsControl({ kind, ...field }: FormField, value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) return kind !== 'json';
  if (kind === 'text') return typeof value === 'string';
  if (kind === 'date') return typeof value === 'string' && isDay(value);
  // What is typed and isn't a number is kept as text, and reported.
  if (kind === 'number') return typeof value === 'number' || typeof value === 'string';
  if (kind === 'switch') return typeof value === 'boolean';
  if (kind === 'choice') return typeof value !== 'object' && 'choices' in field;
  if (kind === 'list') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  return kind === 'group' && isObject(value);
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text) === true;

/** Returns the value of a typed number: a number, or the text as it is while it isn't one; undefined for none. */
export function typedNumber(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^-?\d/.test(trimmed) && findJsonFault(trimmed, 1) === null ? Number(trimmed) : trimmed;
}

/** Returns the value of a text in a JSON field; undefined for an empty one, null in `fault` if it is a value. */
export function typedJson(text: string): { readonly value: JsonValue | undefined; readonly isValid: boolean } {
  if (text.trim() === '') return { value: undefined, isValid: true };
  if (findJsonFault(text, maxMetadataNesting) !== null) return { value: undefined, isValid: false };
  return { value: parseJson(text) as JsonValue, isValid: true };
}

type Entries = { readonly [key: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is { [key: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
