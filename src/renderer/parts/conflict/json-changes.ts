/** What differs between two JSON values, key by key, and how changes made in two places are brought together. */
import type { JsonValue } from '#contract/service/models/fields.ts';

type JsonObject = { readonly [key: string]: JsonValue };

/** A difference. Lists are compared as a whole, because their items have no identity. */
export interface JsonChange {
  /** Keys from the root; empty for the whole value. */
  readonly path: readonly string[];
  /** Undefined if the key is added. */
  readonly before: JsonValue | undefined;
  /** Undefined if the key is removed. */
  readonly after: JsonValue | undefined;
}

/** Returns the differences between two values. The order of keys is none. Where there was no value, each key is added. */
export function changesBetween(before: JsonValue, after: JsonValue): readonly JsonChange[] {
  const isFirst = before === null && isObject(after) && Object.keys(after).length > 0;
  return collect([], isFirst ? {} : before, after);
}

/** Returns whether two values are equal. */
export function isSameJson(one: JsonValue, other: JsonValue): boolean {
  return changesBetween(one, other).length === 0;
}

function collect(path: readonly string[], before: JsonValue | undefined, after: JsonValue | undefined): readonly JsonChange[] {
  if (before === after) return [];
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => collect([...path, key], own(before, key), own(after, key)));
  }
  return isEqual(before, after) ? [] : [{ path, before, after }];
}

function isEqual(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((item, at) => isEqual(item, other[at]));
  if (isObject(one) && isObject(other)) return collect([], one, other).length === 0;
  return one === other;
}

function isObject(value: JsonValue | undefined): value is JsonObject & JsonValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const own = (object: JsonObject, key: string): JsonValue | undefined => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Returns those of `mine` that can't be made together with `theirs`: the same key, or one within the other. */
export function conflictingChanges(mine: readonly JsonChange[], theirs: readonly JsonChange[]): readonly JsonChange[] {
  const isWithin = (inner: readonly string[], outer: readonly string[]) => outer.every((key, at) => inner[at] === key);
  return mine.filter((change) =>
    theirs.some((other) => {
      if (!isWithin(change.path, other.path) && !isWithin(other.path, change.path)) return false;
      const isSamePlace = change.path.length === other.path.length;
      return !(isSamePlace && isEqual(change.after, other.after));
    }),
  );
}

/** Returns whether `theirs` are all among `mine`: a part of them that was already made, such as by a run that was interrupted. */
export function includesChanges(mine: readonly JsonChange[], theirs: readonly JsonChange[]): boolean {
  const isSamePath = (one: JsonChange, other: JsonChange) => JSON.stringify(one.path) === JSON.stringify(other.path);
  return theirs.every((other) => mine.some((one) => isSamePath(one, other) && isEqual(one.after, other.after)));
}

/** Returns a value with changes made to it. */
export function applyChanges(value: JsonValue, changes: readonly JsonChange[]): JsonValue {
  return changes.reduce<JsonValue>((result, { path, after }) => withValue(result, path, after) ?? null, value);
}

function withValue(value: JsonValue | undefined, path: readonly string[], after: JsonValue | undefined): JsonValue | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return after;
  const object = isObject(value) ? value : {};
  const entries = Object.entries(object).filter(([name]) => name !== key);
  const changed = withValue(own(object, key), rest, after);
  if (changed === undefined) return Object.fromEntries(entries);
  if (!Object.hasOwn(object, key)) return Object.fromEntries([...entries, [key, changed]]);
  return Object.fromEntries(Object.entries(object).map(([name, item]) => [name, name === key ? changed : item]));
}

/** Returns a path as text: `settings.theme`, with quotes around keys that aren't plain words. */
export function pathText(path: readonly string[]): string {
  return path.map((key, at) => (/^[A-Za-z_$][\w$-]*$/.test(key) ? `${at === 0 ? '' : '.'}${key}` : `[${JSON.stringify(key)}]`)).join('');
}
