/** Position in a list of pages when its screen was left, as stored in the profile. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import type { PageSlot } from '#data/page-window.ts';

/** Pages as pairs of cursor and size, which take the least room: a stored value has a limited length. */
export type StoredPosition = {
  /** The filter and the order; in another one, the rows are others. */
  readonly of: string;
  readonly row: number;
  readonly pages: [string | null, number][];
};

/** Maximum number of stored pages. Further down, the list is found again at the end of the last of them. */
export const maxStoredPages = 300;

/** Whether a stored value is such a position. */
export function isStoredPosition(value: JsonValue): value is StoredPosition {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { of, row, pages } = value;
  return typeof of === 'string' && isCount(row) && Array.isArray(pages) && pages.length > 0 && pages.every(isPage);
}

function isPage(page: JsonValue, at: number): boolean {
  if (!Array.isArray(page) || page.length !== 2) return false;
  const [cursor, size] = page;
  return isCount(size) && (at === 0 ? cursor === null : typeof cursor === 'string');
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

/** Returns the position to store. Pages that weren’t read yet aren’t part of it. */
export function toStoredPosition(of: string, slots: readonly PageSlot[], row: number): StoredPosition {
  const pages = slots.filter(({ next }) => next !== undefined).slice(0, maxStoredPages);
  const rows = pages.reduce((sum, { size }) => sum + size, 0);
  return { of, row: Math.max(0, Math.min(row, rows - 1)), pages: pages.map(({ cursor, size }) => [cursor, size]) };
}

/** Returns the pages of a stored position. The last one is read again before it is known what follows. */
export function slotsOf({ pages }: StoredPosition): PageSlot[] {
  return pages.map(([cursor, size], at) => ({ cursor, size, next: pages[at + 1]?.[0] ?? undefined, lastIds: [] }));
}
