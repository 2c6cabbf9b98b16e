/** Keys of the configuration: their rendered values, and where they are written (wire/later 7.2). */
import type { JsonValue } from '#contract/service/models/fields.ts';

type JsonObject = { readonly [key: string]: JsonValue };

/** What decides where a key is written. */
export interface ConfigPlaces {
  readonly levels: { readonly branch: JsonObject; readonly environment: JsonObject };
  /** What pushes the level of the branch; `unlinked` if nothing does. */
  readonly source: { readonly type: string };
}

/** Levels at which keys of projects are written; that of the environment is over that of the branch. */
export type WrittenLevel = 'branch' | 'environment';

/** Returns the value at a dotted key of a rendered configuration; undefined if there is none. */
export function valueAt(rendered: JsonObject, key: string): JsonValue | undefined {
  return key
    .split('.')
    .reduce<JsonValue | undefined>((value, name) => (isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined), rendered);
}

/**
 * Returns the level at which a key is set: that of the environment, where new keys are written, or that of the branch if only that has the key.
 */
export function levelOfKey({ levels }: Pick<ConfigPlaces, 'levels'>, key: string): WrittenLevel {
  return !isSet(levels.environment, key) && isSet(levels.branch, key) ? 'branch' : 'environment';
}

/** Whether a key stands at a level that a configuration file replaces with its next push. */
export function isPushed(places: ConfigPlaces, key: string): boolean {
  return places.source.type !== 'unlinked' && levelOfKey(places, key) === 'branch';
}

/** Whether a level has a key, or a part of it. Only keys at the top of a level contain dots. */
export function isSet(level: JsonObject, key: string): boolean {
  return Object.entries(level).some(([written, value]) => {
    if (written === key || written.startsWith(`${key}.`)) return true;
    return key.startsWith(`${written}.`) && isObject(value) && valueAt(value, key.slice(written.length + 1)) !== undefined;
  });
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
