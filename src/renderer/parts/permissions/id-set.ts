/** A list of IDs as an object, so that two changes of it, made in two places, can be combined. */
import type { JsonValue } from '#contract/service/models/fields.ts';

/** Returns an object with a key for each ID. */
export function toIdSet(ids: readonly string[]): JsonValue {
  return Object.fromEntries([...ids].sort().map((id) => [id, true]));
}

/** Returns the IDs: the reverse of `toIdSet`. */
export function fromIdSet(set: object): readonly string[] {
  return Object.keys(set);
}
