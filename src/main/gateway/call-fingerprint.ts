/** Fingerprints of calls, by which a confirmation belongs to one call. */
import { createHash } from 'node:crypto';

/**
 * Returns a hash that is the same only for the same facts, whatever the order of the fields in them. A hash, so that the input of a call isn't
 * kept.
 */
export function fingerprintOf(facts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(facts)))
    .digest('base64');
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => [name, sorted(inner)]);
}
