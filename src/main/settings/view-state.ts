/** `view-state.json`: the state of lists, panels and sizes. */
import { join } from 'node:path';
import { z } from 'zod';
import { fail } from '#contract/errors.ts';
import { type JsonValue, json } from '#contract/service/models/fields.ts';
import type { Clock } from '../ports/ports';
import { jsonFile, type UnreadableFile } from '../storage/json-file';

export interface ViewState {
  /** Returns all values of a scope; an empty object if there are none. */
  read(scope: string): Promise<Record<string, JsonValue>>;
  /** Throws `too-large` or `profile-not-writable`, and then changes nothing. */
  write(scope: string, key: string, value: JsonValue): Promise<void>;
  /** Removes a scope after its connection was removed. */
  forget(scope: string): Promise<void>;
}

/** Maximum number of characters of a value as JSON. */
export const maxViewValueLength = 16_384;
/** Maximum nesting of a value. A file with deeper values could not be read again. */
export const deepestViewValue = 32;
/** Maximum number of scopes, and of keys in a scope. More remove those that were written least recently. */
export const capacity = { scopes: 100, keys: 100 };

const schema = z.array(z.tuple([z.string(), z.array(z.tuple([z.string(), json]))]));
/** Pairs instead of objects, which keep the order of writing and allow names such as `__proto__`. */
type Scopes = z.output<typeof schema>;

export function createViewState(profileFolder: string, clock: Clock, onUnreadableFile: (what: UnreadableFile) => void): ViewState {
  const path = join(profileFolder, 'view-state.json');
  const file = jsonFile({ path, format: 'latchkey/view-state', version: 1, schema, initial: [] }, clock, onUnreadableFile);
  return {
    read: async (scope) => Object.fromEntries(pairOf(await file.read(), scope) ?? []),
    async write(scope, key, value) {
      assertViewValue(key, value);
      await file.update((scopes) => withValue(scopes, scope, key, value));
    },
    async forget(scope) {
      if (pairOf(await file.read(), scope) !== undefined) await file.update((scopes) => scopes.filter(([name]) => name !== scope));
    },
  };
}

/** Throws `too-large` for a value that isn't stored. */
export function assertViewValue(key: string, value: JsonValue): void {
  if (!isWithin(value, deepestViewValue) || JSON.stringify(value).length > maxViewValueLength) throw fail('too-large', { path: key });
}

function isWithin(value: JsonValue, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isWithin(item, levels - 1));
}

function pairOf(scopes: Scopes, scope: string): Scopes[number][1] | undefined {
  return scopes.find(([name]) => name === scope)?.[1];
}

function withValue(scopes: Scopes, scope: string, key: string, value: JsonValue): Scopes {
  const others = (pairOf(scopes, scope) ?? []).filter(([name]) => name !== key);
  const own: Scopes[number][1] = value === null ? others : [...others, [key, value]];
  const rest = scopes.filter(([name]) => name !== scope);
  return [...rest, [scope, own.slice(-capacity.keys)] satisfies Scopes[number]].slice(-capacity.scopes);
}
