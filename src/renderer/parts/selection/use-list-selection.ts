import { useCallback } from 'react';
import { formatNumber } from '#lib/intl/format.ts';
import { useMessages } from '#lib/use-messages.ts';
import type { ListSelection } from '#ui/data/list/use-row-clicks.ts';
import { useToasts } from '#ui/feedback/toasts.ts';
import type { ReadRows, Selection } from './use-selection';

/** Maximum number of rows that a range can add where each page that isn’t in memory is read again. */
const maxRange = 5000;

interface SelectableRows<T> {
  selection: Selection<T>;
  /** Number of rows known so far. */
  count: number;
  read: ReadRows<T>;
  /** Whether reading rows takes requests, so that a range is limited. */
  isPaged: boolean;
  /** Names a row. Stays the same, or all rows would be drawn again. */
  nameOf: (item: T) => string;
}

/** Returns a selection as a list uses it: with checkboxes, ranges, and all rows. */
export function useListSelection<T>({ selection, count, read, isPaged, nameOf }: SelectableRows<T>): ListSelection<T> {
  const { t } = useMessages();
  const show = useToasts((state) => state.show);
  const label = useCallback((item: T) => t('selection.row', { name: nameOf(item) }), [t, nameOf]);
  const limited: ReadRows<T> = (first, last) => {
    if (!isPaged || last - first < maxRange) return read(first, last);
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
export function rowsOf<T>(items: readonly T[]): ReadRows<T> {
  return (first, last) => Promise.resolve(items.slice(first, last + 1));
}

function headState<T>({ items, isAllMatching }: Selection<T>, count: number): boolean | 'mixed' {
  if (isAllMatching || (items.size > 0 && items.size === count)) return true;
  return items.size > 0 ? 'mixed' : false;
}
