/** The lines of a check as one list: each status that has some is a heading, with its lines below while it is open. */
import type { LineCounts, LineStatus } from '#contract/imports/check.ts';

/** What needs attention first. */
const statuses = ['impossible', 'change', 'create', 'same'] as const satisfies readonly LineStatus[];

interface LineGroup {
  readonly status: LineStatus;
  readonly count: number;
  readonly isOpen: boolean;
}
export type LineGroups = readonly LineGroup[];

/** An entry of the list: a heading, or the line at a position among those of its status. */
export interface LineEntry {
  readonly status: LineStatus;
  readonly at: number | null;
}

/** Returns the groups that have lines. */
export function lineGroups(counts: LineCounts, closed: ReadonlySet<LineStatus>): LineGroups {
  return statuses.filter((status) => counts[status] > 0).map((status) => ({ status, count: counts[status], isOpen: !closed.has(status) }));
}

/** Returns the number of entries. */
export function entryCount(groups: LineGroups): number {
  return groups.reduce((sum, { count, isOpen }) => sum + 1 + (isOpen ? count : 0), 0);
}

/** Returns the entry at an index; undefined beyond the end. */
export function entryAt(groups: LineGroups, index: number): LineEntry | undefined {
  let rest = index;
  for (const { status, count, isOpen } of groups) {
    if (rest === 0) return { status, at: null };
    const lines = isOpen ? count : 0;
    if (rest <= lines) return { status, at: rest - 1 };
    rest -= lines + 1;
  }
  return undefined;
}
