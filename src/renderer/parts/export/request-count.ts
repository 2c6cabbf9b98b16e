import { type ExportKind, type ExportScope, maxSingleReads } from '#contract/bridge/exports.ts';

/** Users that one request returns. */
const usersAtOnce = 100;

interface Plan {
  readonly kind: ExportKind;
  readonly scope: ExportScope['kind'];
  /** Number of rows; null if it isn't known. */
  readonly count: number | null;
  readonly fields: readonly string[];
  /** Whether the list is that of an index. */
  readonly isIndexed: boolean;
}

/** The requests of an export. */
interface RequestCount {
  /** Null if it depends on a number that isn't known. */
  readonly count: number | null;
  /** Whether the members of each team are read as well, whose number isn't known. */
  readonly hasEachTeam: boolean;
}

/** Returns about how many requests an export takes; null for one that the index answers without any. */
export function requestCount({ kind, scope, count, fields, isIndexed }: Plan): RequestCount | null {
  const joined = ['teams', 'permissions'].filter((field) => fields.includes(field));
  if (kind === 'members') {
    const pages = count === null ? null : Math.max(1, Math.ceil(count / usersAtOnce)) + 1 + joined.length;
    return { count: pages, hasEachTeam: scope === 'all' };
  }
  if (kind !== 'users') return { count: kind === 'permissions' ? 2 : 1, hasEachTeam: false };
  const isSingle = scope === 'ids' && count !== null && count <= maxSingleReads;
  if (isSingle) return { count: count * (1 + joined.length), hasEachTeam: false };
  const isFromIndex = scope === 'matching' || (scope === 'ids' && isIndexed);
  if (isFromIndex && joined.length === 0) return null;
  // Where in the list the chosen ones are decides how many pages are read for them.
  const reads = isFromIndex ? 0 : count === null || scope === 'ids' ? null : Math.max(1, Math.ceil(count / usersAtOnce));
  return { count: reads === null ? null : reads + joined.length, hasEachTeam: joined.includes('teams') };
}
