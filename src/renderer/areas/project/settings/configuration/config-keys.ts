/** Which level a value of the configuration comes from (wire/later 7.2). */
import type { ConfigLevel } from '#contract/service/config.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { ConfigObject } from '#data/configuration.ts';

export type ConfigLevels = Readonly<Record<ConfigLevel, ConfigObject>>;

/** A value that no object is: what a key of the configuration was set to. */
export interface SetKey {
  /** The path of names, joined with dots. */
  readonly key: string;
  readonly value: JsonValue;
  readonly level: ConfigLevel;
}

/** A later one comes before an earlier one. */
const order = ['project', 'branch', 'environment'] as const satisfies readonly ConfigLevel[];

/** Returns the keys that are set, by name, each with the level that wins: a key removes what earlier levels have there and below it. */
export function setKeys(levels: ConfigLevels): readonly SetKey[] {
  const found = new Map<string, SetKey>();
  for (const level of order) {
    const override = parentsFirst(levels[level]);
    for (const key of [...found.keys()]) if (override.some(([top]) => isAtOrBelow(key, top))) found.delete(key);
    for (const [top, value] of override) for (const [key, leaf] of leavesOf(top, value)) found.set(key, { key, value: leaf, level });
  }
  return [...found.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Returns what each level says about a key, earliest first; a level that says nothing isn't among them. */
export function valuesOf(levels: ConfigLevels, key: string): readonly SetKey[] {
  return order.flatMap((level) =>
    Object.entries(levels[level]).flatMap(([top, value]) =>
      leavesOf(top, value).flatMap(([leaf, set]) => (leaf === key ? [{ key, value: set, level }] : [])),
    ),
  );
}

/** Returns what shows once a key of a level is reset; undefined for the default. */
export function shownAfterReset(levels: ConfigLevels, { key, level }: Pick<SetKey, 'key' | 'level'>): SetKey | undefined {
  const rest = setKeys({ ...levels, [level]: withoutKey(levels[level], key) }).find((each) => each.key === key);
  return rest?.value === null ? undefined : rest;
}

/** Whether a value that is set has an effect: one below an entry that doesn't exist has none. Null is the default, which has one. */
export function hasEffect({ key, value }: Pick<SetKey, 'key' | 'value'>, rendered: ConfigObject): boolean {
  const at = key.split('.').reduce<JsonValue | undefined>((parent, name) => (isObject(parent) ? parent[name] : undefined), rendered);
  return value === null || at !== undefined;
}

/** Within a level, a key that is below another one of it comes after that, whatever their order. */
function parentsFirst(override: ConfigObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(override).sort(([one], [other]) => one.split('.').length - other.split('.').length);
}

/** Returns the value that JSON says; undefined for other text. */
export function parsedValue(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Returns how a value is written in JSON. */
export function valueText(value: JsonValue): string {
  return JSON.stringify(value);
}

function leavesOf(key: string, value: JsonValue): readonly (readonly [string, JsonValue])[] {
  if (!isObject(value) || Object.keys(value).length === 0) return [[key, value]];
  return Object.entries(value).flatMap(([name, inner]) => leavesOf(`${key}.${name}`, inner));
}

/** Removes a key, what is below it, and the matching part of objects; an object that is left empty is removed too. */
function withoutKey(override: ConfigObject, reset: string): ConfigObject {
  return Object.fromEntries(
    Object.entries(override).flatMap(([key, value]) => {
      const rest = partWithout(key, value, reset);
      return rest === undefined ? [] : [[key, rest]];
    }),
  );
}

function partWithout(path: string, value: JsonValue, reset: string): JsonValue | undefined {
  if (isAtOrBelow(path, reset)) return undefined;
  if (!reset.startsWith(`${path}.`) || !isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const rest = partWithout(`${path}.${name}`, inner, reset);
    return rest === undefined ? [] : [[name, rest] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function isAtOrBelow(key: string, other: string): boolean {
  return key === other || key.startsWith(`${other}.`);
}

function isObject(value: JsonValue | undefined): value is ConfigObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
