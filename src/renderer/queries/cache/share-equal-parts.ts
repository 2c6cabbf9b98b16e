import { replaceEqualDeep } from '@tanstack/react-query';

/**
 * Returns the new value of a query with those parts of the old one that are equal, so that what shows them isn't drawn again. The copy loses a
 * key named `__proto__`, which metadata can have: a value with one is returned as it is.
 */
export function shareEqualParts(before: unknown, after: unknown): unknown {
  return hasProtoKey(after) ? after : replaceEqualDeep(before, after);
}

function hasProtoKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey);
}
