/** The columns of an object: its properties, and those of objects within it, as `user_metadata.plan`. */
import type { Cell } from './file-record';
import type { JsonObject } from './json-objects';

/** Levels of objects that become columns; what is deeper is one value. */
const maxLevels = 3;

/** Calls `found` with each column of an object and its value. */
export function eachColumn(object: JsonObject, found: (name: string, cell: Cell) => void, prefix = '', level = 1): void {
  for (const [key, value] of Object.entries(object)) {
    const name = prefix + key;
    const isInner = typeof value === 'object' && value !== null && !Array.isArray(value) && level < maxLevels;
    if (isInner && Object.keys(value).length > 0) eachColumn(value, found, `${name}.`, level + 1);
    else found(name, value);
  }
}
