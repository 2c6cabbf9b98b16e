import { defaultRangeExtractor, type Range, useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { isTyping } from '#lib/use-shortcut.ts';
import { type ListSelection, rowOf } from './list/use-row-clicks';

interface VirtualRowsOptions {
  count: number;
  rowHeight: number;
  /** Height of what stays above the rows while they scroll. */
  headerHeight?: number;
  /** The row at the top when the list appears, which Tab reaches then. */
  initialRow?: number | undefined;
  /** Whether a row is a heading, which takes no focus. */
  isHeading?: ((index: number) => boolean) | undefined;
  /** The height of a heading; that of other rows by default. */
  headingHeight?: number | undefined;
  onOpen?: ((index: number) => void) | undefined;
  /** Opens the menu of a row, whose element is passed. */
  onMenu?: ((index: number, row: HTMLElement) => void) | undefined;
  /** Makes Space, Ctrl+A, and moving with Shift select rows. */
  selection?: (Pick<ListSelection<never>, 'onExtend' | 'onAll'> & { readonly onToggle: (row: number) => void }) | undefined;
}

interface VirtualRows {
  scroller: RefObject<HTMLDivElement | null>;
  virtualizer: Virtualizer<HTMLDivElement, Element>;
  /** The one row that Tab reaches. */
  active: number;
  onFocus: (event: FocusEvent<HTMLElement>) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Returns the row that a key moves to, or undefined if the key doesn't move. */
export function targetRow(key: string, from: number, count: number, page: number): number | undefined {
  const last = count - 1;
  const wanted = { ArrowDown: from + 1, ArrowUp: from - 1, Home: 0, End: last, PageDown: from + page, PageUp: from - page }[key];
  return wanted === undefined ? undefined : Math.max(0, Math.min(last, wanted));
}

/** Rows of which only those in view exist, with one focusable row that the arrow keys move. Rows carry `data-row={index}`. */
export function useVirtualRows({
  count,
  rowHeight,
  headerHeight = 0,
  initialRow = 0,
  isHeading,
  headingHeight = rowHeight,
  onOpen,
  onMenu,
  selection,
}: VirtualRowsOptions): VirtualRows {
  const scroller = useRef<HTMLDivElement>(null);
  const [wanted, setActive] = useState(initialRow);
  const active = besideHeading(Math.max(0, Math.min(wanted, count - 1)), 1, count, isHeading);
  const focusNext = useRef(false);
  // The focused row stays in the page while it is scrolled away, or the focus would be lost.
  const rangeExtractor = useCallback((range: Range) => withRow(defaultRangeExtractor(range), active, range.count), [active]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (isHeading?.(index) === true ? headingHeight : rowHeight),
    overscan: 10,
    paddingStart: headerHeight,
    scrollPaddingStart: headerHeight,
    initialOffset: initialRow * rowHeight,
    rangeExtractor,
  });
  useEffect(() => {
    if (!focusNext.current) return;
    focusNext.current = false;
    scroller.current?.querySelector<HTMLElement>(`[data-row="${active}"]`)?.focus({ preventScroll: true });
  }, [active]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.defaultPrevented || isTyping(event.target) || event.altKey) return;
    if (event.ctrlKey || event.metaKey) {
      if (selection === undefined || event.shiftKey || pressedKey(event).toLowerCase() !== 'a') return;
      event.preventDefault();
      return selection.onAll();
    }
    const row = event.target instanceof HTMLElement && event.target.dataset.row !== undefined ? event.target : null;
    if (row !== null && act(event, row)) return event.preventDefault();
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const moved = targetRow(pressedKey(event), active, count, page);
    if (moved === undefined) return;
    const target = besideHeading(moved, moved < active ? -1 : 1, count, isHeading);
    event.preventDefault();
    if (event.shiftKey && row !== null) selection?.onExtend(active, target);
    focusNext.current = target !== active;
    virtualizer.scrollToIndex(target);
    setActive(target);
  };
  const act = (event: KeyboardEvent, row: HTMLElement): boolean => {
    const key = pressedKey(event);
    const isMenuKey = key === 'ContextMenu' || (key === 'F10' && event.shiftKey);
    if (onMenu !== undefined && isMenuKey) onMenu(active, row);
    else if (key === ' ' && selection !== undefined) selection.onToggle(active);
    else if (onOpen !== undefined && (key === 'Enter' || key === ' ')) onOpen(active);
    else return false;
    return true;
  };
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const focused = rowOf(target);
    if (focused !== undefined) setActive(focused.index);
  };
  return { scroller, virtualizer, active, onFocus, onKeyDown };
}

/** Returns a row, or the next one in a direction if it is a heading; in the other direction at the end. */
function besideHeading(row: number, step: 1 | -1, count: number, isHeading: ((index: number) => boolean) | undefined): number {
  if (isHeading?.(row) !== true) return row;
  const next = row + step >= 0 && row + step < count ? row + step : row - step;
  return next >= 0 && next < count && !isHeading(next) ? next : row;
}

function withRow(rows: number[], row: number, count: number): number[] {
  if (count === 0 || rows.includes(row)) return rows;
  return [...rows, row].sort((a, b) => a - b);
}
