import { type MouseEvent, useCallback, useRef } from 'react';
import { type MenuPlace, placeBelow } from '../../overlays/point-menu';

/** Which rows of a list are selected, and how that changes. Rows are counted from 0. */
export interface ListSelection<T> {
  readonly isEmpty: boolean;
  readonly has: (item: T) => boolean;
  /** Names the checkbox of a row. Stays the same, or all rows would be drawn again. */
  readonly label: (item: T) => string;
  /** Selects or deselects the item that was in a row when it was pressed: another one may be there by now. */
  readonly onToggle: (row: number, item: T) => void;
  /** Selects the rows up to one; from another one if no row was toggled before. */
  readonly onExtend: (from: number, to: number) => void;
  readonly onAll: () => void;
  /** The checkbox in the head, which selects all rows, or none once any are selected. Without it, the head has none. */
  readonly head?: { readonly checked: boolean | 'mixed'; readonly onClear: () => void } | undefined;
}

/** The menu of a list’s rows. */
export interface ListMenu<T> {
  /** Names the menu’s button in a row. Stays the same, or all rows would be drawn again. */
  readonly label: (item: T) => string;
  /** The item whose menu is open. */
  readonly opened: T | null;
  readonly onOpen: (item: T, place: MenuPlace) => void;
}

interface RowClicks<T> {
  itemAt: (index: number) => T | undefined;
  onOpen?: ((item: T) => void) | undefined;
  selection?: ListSelection<T> | undefined;
  menu?: ListMenu<T> | undefined;
}

/** What clicks in rows do: for the element around them, because listeners of each row would take time while scrolling. */
export function useRowClicks<T>(props: RowClicks<T>) {
  const latest = useRef(props);
  latest.current = props;
  /** The rows may be other ones at the end of a click: what was pressed counts. */
  const pressed = useRef<{ readonly index: number; readonly item: T | undefined } | null>(null);
  const onClick = useCallback((event: MouseEvent<HTMLElement>) => {
    const { itemAt, selection, menu, onOpen } = latest.current;
    const clicked = rowOf(event.target);
    const before = pressed.current;
    pressed.current = null;
    const item = clicked && (before?.index === clicked.index ? before.item : itemAt(clicked.index));
    if (item === undefined || clicked === undefined) return;
    const { index, row, within } = clicked;
    const button = within.closest<HTMLElement>('[data-row-menu]');
    if (menu && button) menu.onOpen(item, placeBelow(button, row));
    else if (selection && event.shiftKey) selection.onExtend(index, index);
    else if (selection && (isCheckbox(within) || event.ctrlKey || event.metaKey)) selection.onToggle(index, item);
    else onOpen?.(item);
  }, []);
  const onContextMenu = useCallback((event: MouseEvent<HTMLElement>) => {
    const { itemAt, menu } = latest.current;
    const clicked = rowOf(event.target);
    const item = clicked && itemAt(clicked.index);
    if (menu === undefined || item === undefined || clicked === undefined) return;
    event.preventDefault();
    menu.onOpen(item, { x: event.clientX, y: event.clientY, origin: clicked.row });
  }, []);
  /** A click on a checkbox leaves the focus at the row, and one with Shift selects no text. */
  const onMouseDown = useCallback((event: MouseEvent<HTMLElement>) => {
    const clicked = rowOf(event.target);
    pressed.current = clicked ? { index: clicked.index, item: latest.current.itemAt(clicked.index) } : null;
    if (latest.current.selection === undefined || clicked === undefined) return;
    if (!isCheckbox(clicked.within) && !event.shiftKey) return;
    event.preventDefault();
    clicked.row.focus({ preventScroll: true });
  }, []);
  return { onClick, onContextMenu, onMouseDown };
}

/** Returns the row that an event happened in, by its `data-row`. */
export function rowOf(target: EventTarget): { index: number; row: HTMLElement; within: Element } | undefined {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return row === null ? undefined : { index: Number(row.dataset.row), row, within: target as Element };
}

function isCheckbox(element: Element): boolean {
  return element.closest('[data-select]') !== null;
}
