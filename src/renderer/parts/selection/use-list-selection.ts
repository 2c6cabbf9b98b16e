import { useCallback, useLayoutEffect } from 'react';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import type { ReadRows, Selection } from './use-selection';

/** Maximum number of rows that a range can add where each page that isn’t in memory is read again. */
const maxRange = 5000;

/** The rows of a list: all of them where they are in memory, or as many as are known so far, and how they are read by requests. */
type Rows<T> = { items: readonly T[] } | { count: number; read: ReadRows<T> };

type SelectableRows<T> = Rows<T> & {
  selection: Selection<T>;
  /** Names a row. Stays the same, or all rows would be drawn again. */
  nameOf: (item: T) => string;
};

/** Returns a selection as a list uses it: with checkboxes, ranges, and all rows. Where all rows are in memory, the selection follows them. */
export function useListSelection<T>({ selection, nameOf, ...rows }: SelectableRows<T>): ListSelection<T> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const label = useCallback((item: T) => t('selection.row', { name: nameOf(item) }), [t, nameOf]);
  const items = 'items' in rows ? rows.items : undefined;
  const { count, read } = 'items' in rows ? { count: rows.items.length, read: rowsOf(rows.items) } : rows;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is another one in each render
  useLayoutEffect(() => {
    if (items !== undefined) selection.follow(items);
  }, [items, selection.items]);
  const limited: ReadRows<T> = (first, last) => {
    if (items !== undefined || last - first < maxRange) return read(first, last);
    show({ tone: 'neutral', title: ({ t, locale }) => t('selection.limit', { limit: formatNumber(maxRange, locale) }) });
    return read(first, first + maxRange - 1);
  };
  return {
    isEmpty: selection.items.size === 0,
    has: selection.has,
    label,
    head: { checked: headState(selection, count), onClear: selection.clear },
    onToggle: selection.toggle,
    onExtend: (from, to) => selection.extend(from, to, limited),
    onAll: () => selection.selectAll(count, limited),
  };
}

/** Returns how rows are read that are all in memory. */
function rowsOf<T>(items: readonly T[]): ReadRows<T> {
  return (first, last) => Promise.resolve(items.slice(first, last + 1));
}

function headState<T>({ items, isAllMatching }: Selection<T>, count: number): boolean | 'mixed' {
  if (isAllMatching || (items.size > 0 && items.size === count)) return true;
  return items.size > 0 ? 'mixed' : false;
}
