/** The pages of a long list that are kept: rows keep their places while only the pages around the view have contents. */

import type { Omitted } from '#contract/definitions.ts';

/** A page of the list as far as it is known. */
export interface PageSlot {
  /** The cursor it is read with; null for the first page. */
  readonly cursor: string | null;
  /** How many rows it had when it was last read. */
  readonly size: number;
  /** The cursor of the next page; null at the end, undefined while unknown. */
  readonly next: string | null | undefined;
  /** Its last rows, from the end: where reading continues if the row of a cursor was deleted. */
  readonly lastIds: readonly string[];
  /** What was left out of it because it couldn’t be read. */
  readonly omitted?: Omitted | undefined;
}

export const firstSlots: readonly PageSlot[] = [{ cursor: null, size: 0, next: undefined, lastIds: [] }];

/** Maximum number of kept pages. */
export const maxPages = 20;
/** Rows before the end at which the next page is read. */
const lookAhead = 40;

/** Where each page starts, and the total at the end. */
export function pageStarts(slots: readonly PageSlot[]): number[] {
  const starts = [0];
  for (const { size } of slots) starts.push((starts.at(-1) ?? 0) + size);
  return starts;
}

/** Returns the page that contains a row; the last page for rows beyond the end. */
export function pageOfRow(starts: readonly number[], row: number): number {
  let low = 0;
  let high = Math.max(0, starts.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Returns the pages to keep for a view: those in it, then its neighbors on both sides, up to the maximum. */
export function pagesToKeep(slots: readonly PageSlot[], first: number, last: number, most: number = maxPages): number[] {
  const starts = pageStarts(slots);
  const from = pageOfRow(starts, first);
  const to = Math.min(pageOfRow(starts, Math.max(first, last)), from + most - 1);
  const margin = Math.min(2, Math.floor((most - (to - from + 1)) / 2));
  const start = Math.max(0, from - margin);
  const end = Math.min(slots.length - 1, to + margin);
  return Array.from({ length: end - start + 1 }, (_, at) => start + at);
}

/** The slots with another one at the end, where the view comes near it and the service promised more; else the same slots. */
export function withNextSlot(slots: readonly PageSlot[], lastRow: number): readonly PageSlot[] {
  const end = slots.at(-1);
  const total = pageStarts(slots).at(-1) ?? 0;
  if (!end?.next || lastRow < total - lookAhead) return slots;
  return [...slots, { cursor: end.next, size: 0, next: undefined, lastIds: [] }];
}

const keptIds = 5;

/** A page as it was read. */
interface ReadPage {
  readonly ids: readonly string[];
  /** The cursor of the next page; null at the end. */
  readonly next: string | null;
  readonly omitted?: Omitted | undefined;
}

/**
 * The slots after a page was read; the same slots when nothing differs. Rows added or deleted in the meantime move the page's end:
 * what follows stays in its place where that is possible, and is read again if the next cursor differs or the list ends.
 */
export function withPage(slots: readonly PageSlot[], at: number, { ids, next, omitted }: ReadPage): readonly PageSlot[] {
  const slot = slots[at];
  if (slot === undefined) return slots;
  const following = slots[at + 1];
  const overlap = following?.cursor == null ? -1 : ids.indexOf(following.cursor);
  // After deletions a page reaches into the next one, which keeps its rows.
  const own = overlap < 0 ? ids : ids.slice(0, overlap);
  const page = {
    ...slot,
    size: own.length,
    next: overlap < 0 ? next : (following?.cursor ?? null),
    lastIds: own.slice(-keptIds).reverse(),
    omitted,
  };
  const follow = whatFollows(slots, at, page.next);
  const isSame =
    slot.size === page.size &&
    slot.next === page.next &&
    slot.omitted?.count === omitted?.count &&
    page.lastIds.every((id, index) => id === slot.lastIds[index]);
  if (isSame && follow.length === slots.length - at - 1) return slots;
  return [...slots.slice(0, at), page, ...follow];
}

/** After new rows a page ends before the next one begins; a page between them is then to be read. */
function whatFollows(slots: readonly PageSlot[], at: number, next: string | null): readonly PageSlot[] {
  const following = slots[at + 1];
  if (following === undefined || next === null) return [];
  if (following.cursor === next) return slots.slice(at + 1);
  const wasJoined = slots[at]?.next === following.cursor && following.next !== undefined;
  return wasJoined ? [{ cursor: next, size: 0, next: undefined, lastIds: [] }, ...slots.slice(at + 1)] : [];
}

/** Returns what was left out of all pages together, and where the first of it failed within its page; undefined if nothing was. */
export function omittedFrom(slots: readonly PageSlot[]): Omitted | undefined {
  const found = slots.flatMap(({ omitted }) => omitted ?? []);
  const [first] = found;
  return first && { count: found.reduce((sum, { count }) => sum + count, 0), path: first.path };
}
