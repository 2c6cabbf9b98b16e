/** Which reads a write makes stale, for the main process, which has the catalog. */

import type { Endpoint } from '../definitions';
import { catalog } from './index';

const endpoints = new Map<string, Endpoint>(
  Object.entries(catalog).flatMap(([group, entries]) =>
    Object.entries(entries).map(([name, endpoint]): [string, Endpoint] => [`${group}.${name}`, endpoint]),
  ),
);

const allReads = [...endpoints].flatMap(([name, { effect }]) => (effect === 'read' ? [name] : []));

/** Returns the names of the reads that are stale after a write. */
export function invalidatedReads(name: string): readonly string[] {
  const invalidates = endpoints.get(name)?.invalidates ?? 'everything';
  return invalidates === 'everything' ? allReads : invalidates;
}
