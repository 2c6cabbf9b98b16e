/** Which reads a write makes stale, for the main process, which has the catalog. */

import type { Endpoint } from '../definitions';
import { catalog } from './index';

const rows = new Map<string, Endpoint>(
  Object.entries(catalog).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, row]): [string, Endpoint] => [`${group}.${name}`, row]),
  ),
);

const allReads = [...rows].flatMap(([name, { effect }]) => (effect === 'read' ? [name] : []));

/** Returns the names of the reads that are stale after a write. */
export function invalidatedReads(endpoint: string): readonly string[] {
  const invalidates = rows.get(endpoint)?.invalidates ?? 'everything';
  return invalidates === 'everything' ? allReads : invalidates;
}
