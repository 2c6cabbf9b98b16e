/** Which of a window's queries a write makes stale. */
import type { QueryKey } from '@tanstack/react-query';
import type { Written } from '#contract/bridge/data.ts';
import { documentReads } from '#contract/configuration/document-reads.ts';
import { queryKeys } from './keys';

/** What the bridge derives from reads of the service. */
const derivedFrom: Readonly<Record<string, readonly string[]>> = { callbacks: ['projects.current'], drift: documentReads };

/** Read through another connection than the one that changes them: an owner lists projects through project `internal`. */
const ofAnyConnection: ReadonlySet<unknown> = new Set(['projects.list']);

/** Returns whether a query is stale after a write to the connection, which made the results of some reads stale. */
export function isStaleAfter(key: QueryKey, { invalidated, connectionId }: Written): boolean {
  const [root, id, ...rest] = key;
  const [ownRoot] = queryKeys.connection(connectionId);
  const part = rest[0] === 'account' ? rest[2] : rest[0];
  if (root !== ownRoot || typeof part !== 'string') return false;
  const reads = derivedFrom[part] ?? [part];
  return reads.some((read) => (id === connectionId || ofAnyConnection.has(read)) && invalidated.includes(read));
}
