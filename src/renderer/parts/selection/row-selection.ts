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
