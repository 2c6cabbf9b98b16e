/** Which pages of a long list are held: rows keep their places while only the pages around the view have contents. */

/** A page of the list as far as it is known. */
export interface PageSlot {
  /** The cursor it is read with; null for the first page. */
  readonly cursor: string | null;
  /** How many rows it had when it was last read. */
  readonly size: number;
  /** Where the next page begins; null at the end, undefined while nobody knows. */
  readonly next: string | null | undefined;
  /** Its last rows, from the end: where reading goes on when the row that a cursor names is gone. */
  readonly lastIds: readonly string[];
}

export const firstSlots: readonly PageSlot[] = [{ cursor: null, size: 0, next: undefined, lastIds: [] }];

/** Pages held at most. */
export const mostPages = 20;
/** Rows before the end at which the next page is read. */
const lookAhead = 40;

/** Where each page starts, and the total at the end. */
export function pageStarts(slots: readonly PageSlot[]): number[] {
  const starts = [0];
  for (const { size } of slots) starts.push((starts.at(-1) ?? 0) + size);
  return starts;
}

/** The page that holds a row; the last page for rows beyond the end. */
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

/** The pages to hold for a view: those in it, then its neighbours on both sides, as many as are allowed. */
export function pagesToHold(slots: readonly PageSlot[], first: number, last: number, most: number = mostPages): number[] {
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

/**
 * The slots after a page was read; the same slots when nothing differs. A page that now ends the list cuts off what was
 * thought to follow, one that leads elsewhere makes what follows be read anew.
 */
export function withPage(slots: readonly PageSlot[], at: number, ids: readonly string[], next: string | null): readonly PageSlot[] {
  const slot = slots[at];
  if (slot === undefined) return slots;
  const lastIds = ids.slice(-keptIds).reverse();
  const same = slot.size === ids.length && slot.next === next && lastIds.every((id, index) => id === slot.lastIds[index]);
  if (same) return slots;
  const following = slots[at + 1];
  const kept = following !== undefined && following.cursor === next ? slots.slice(at + 1) : [];
  return [...slots.slice(0, at), { ...slot, size: ids.length, next, lastIds }, ...kept];
}
