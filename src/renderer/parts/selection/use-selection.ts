import { useRef, useState } from 'react';
import { useFailureToast } from '#lib/use-failure-toast.ts';

/** Returns the items of rows, both included, and reads those that aren’t in memory. */
export type ReadRows<T> = (first: number, last: number) => Promise<readonly T[]>;

export interface Selection<T> {
  readonly items: ReadonlyMap<string, T>;
  /** Whether rows of a range are still being read. */
  readonly isReading: boolean;
  /** Whether all items of the list are selected, also those that were never loaded. Which ones these are is read when they are used. */
  readonly isAllMatching: boolean;
  has(item: T): boolean;
  toggle(row: number, item: T): void;
  /** Selects from the row that was toggled last, or from a row, to another one. */
  extend(from: number, to: number, read: ReadRows<T>): void;
  selectAll(count: number, read: ReadRows<T>): void;
  selectAllMatching(): void;
  clear(): void;
  /** Takes over the items as a list that is in memory has them now. What it no longer has isn’t selected. */
  follow(items: readonly T[]): void;
  /** Selects an item no longer, because it was removed. */
  drop(key: string): void;
}

/** Whether anything is selected. */
export function isSelecting({ items, isAllMatching }: Pick<Selection<unknown>, 'items' | 'isAllMatching'>): boolean {
  return isAllMatching || items.size > 0;
}

/** The selected items of a list, by their keys. Nothing is selected once it has other `rows`, such as those of another filter. */
export function useSelection<T>(rows: string, keyOf: (item: T) => string): Selection<T> {
  const [selection, setSelection] = useState<RowSelection<T>>(emptySelection);
  const [isAllMatching, setAllMatching] = useState(false);
  const [selectedIn, setSelectedIn] = useState(rows);
  const [isReading, setReading] = useState(false);
  const showFailure = useFailureToast();
  // Only the rows of the latest range count.
  const latest = useRef(0);
  if (selectedIn !== rows) {
    // Those of a range that is still being read are rows of the list before.
    latest.current += 1;
    setSelectedIn(rows);
    setSelection(emptySelection());
    setAllMatching(false);
    setReading(false);
  }
  const change = (next: RowSelection<T>) => {
    latest.current += 1;
    setReading(false);
    setAllMatching(false);
    setSelection(next);
  };
  const select = async (from: RowSelection<T>, first: number, last: number, read: ReadRows<T>) => {
    change(from);
    const turn = latest.current;
    setReading(true);
    try {
      const items = await read(first, last);
      if (turn === latest.current)
        setSelection(
          extended(
            from,
            items.map((item) => [keyOf(item), item] as const),
          ),
        );
    } catch (thrown) {
      if (turn === latest.current) showFailure(thrown);
    }
    if (turn === latest.current) setReading(false);
  };
  return {
    items: selection.items,
    isReading,
    isAllMatching,
    has: (item) => isAllMatching || selection.items.has(keyOf(item)),
    selectAllMatching: () => setAllMatching(true),
    toggle: (row, item) => change(toggled(selection, row, keyOf(item), item)),
    extend(from, to, read) {
      const next = anchored(selection, from);
      const anchor = next.anchor ?? from;
      void select(next, Math.min(anchor, to), Math.max(anchor, to), read);
    },
    selectAll: (count, read) => void select({ ...selection, anchor: null, base: selection.items }, 0, count - 1, read),
    clear: () => change(emptySelection()),
    follow(items) {
      const next = followed(selection, () => new Map(items.map((item) => [keyOf(item), item])));
      if (next !== selection) setSelection(next);
    },
    drop: (key) => setSelection((before) => followed(before, () => new Map([...before.items].filter(([one]) => one !== key)))),
  };
}

/** Which rows of a list are selected, and what a range is extended from. */
export interface RowSelection<T> {
  /** By key; rows that were scrolled away stay selected. */
  readonly items: ReadonlyMap<string, T>;
  /** The row that was toggled last, from which ranges extend. */
  readonly anchor: number | null;
  /** What was selected when the anchor was set: a range that gets smaller gives back what it added. */
  readonly base: ReadonlyMap<string, T>;
}

/** Returns the selection of nothing. */
export function emptySelection<T>(): RowSelection<T> {
  return { items: new Map<string, T>(), anchor: null, base: new Map<string, T>() };
}

/** Returns the selection with a row added, or removed if it was selected. */
export function toggled<T>({ items }: RowSelection<T>, row: number, key: string, item: T): RowSelection<T> {
  const next = new Map(items);
  if (!next.delete(key)) next.set(key, item);
  return { items: next, anchor: row, base: next };
}

/** Returns the selection with the anchor at a row, if it has none. */
export function anchored<T>(selection: RowSelection<T>, row: number): RowSelection<T> {
  return selection.anchor === null ? { ...selection, anchor: row, base: selection.items } : selection;
}

/** Returns the selection whose range from the anchor consists of these rows. */
export function extended<T>(selection: RowSelection<T>, range: readonly (readonly [string, T])[]): RowSelection<T> {
  return { ...selection, items: new Map([...selection.base, ...range]) };
}

/** Returns the selection of those items that are known, as they are now; the same selection if nothing differs. `read` returns them by key. */
export function followed<T>(selection: RowSelection<T>, read: () => ReadonlyMap<string, T>): RowSelection<T> {
  const { items, base } = selection;
  if (items.size === 0) return selection;
  const known = read();
  const isSame = [...items].every(([key, item]) => known.get(key) === item);
  if (isSame) return selection;
  const present = (of: ReadonlyMap<string, T>) =>
    new Map([...of.keys()].flatMap((key) => (known.has(key) ? [[key, known.get(key) as T] as const] : [])));
  const next = present(items);
  // Without a removed row, the others have moved.
  return next.size === items.size ? { ...selection, items: next, base: present(base) } : { items: next, anchor: null, base: next };
}
