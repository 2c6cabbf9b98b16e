import type { Virtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';

export interface CellPlace {
  readonly row: number;
  readonly column: number;
}

interface MatrixFocusOptions {
  scroller: RefObject<HTMLDivElement | null>;
  rows: Virtualizer<HTMLDivElement, Element>;
  columns: Virtualizer<HTMLDivElement, Element>;
  /** Rows of a page. */
  pageRows: () => number;
  onToggle: (place: CellPlace) => void;
}

/** Returns the cell that a key moves to, or undefined if the key doesn't move. */
export function targetCell(
  { key, ctrl, page }: { key: string; ctrl: boolean; page: number },
  { row, column }: CellPlace,
  size: { readonly rows: number; readonly columns: number },
): CellPlace | undefined {
  const to = (nextRow: number, nextColumn: number): CellPlace => ({
    row: Math.max(0, Math.min(size.rows - 1, nextRow)),
    column: Math.max(0, Math.min(size.columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'PageUp':
      return to(row - page, column);
    case 'PageDown':
      return to(row + page, column);
    case 'Home':
      return to(ctrl ? 0 : row, 0);
    case 'End':
      return to(ctrl ? size.rows - 1 : row, size.columns - 1);
    default:
      return undefined;
  }
}

/** The one cell that Tab reaches. Arrows, Home, End and the Page keys move it; Space and Enter toggle it. */
export function useMatrixFocus({ scroller, rows, columns, pageRows, onToggle }: MatrixFocusOptions) {
  const [wanted, setActive] = useState<CellPlace>({ row: 0, column: 0 });
  const size = { rows: rows.options.count, columns: columns.options.count };
  const active = { row: Math.min(wanted.row, Math.max(0, size.rows - 1)), column: Math.min(wanted.column, Math.max(0, size.columns - 1)) };
  const focusNext = useRef(false);
  useEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${active.row} ${active.column}"]`);
    if (!cell) return;
    focusNext.current = false;
    cell.focus({ preventScroll: true });
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isCell = event.target instanceof HTMLElement && event.target.dataset.cell !== undefined;
    if (!isCell || event.altKey || event.metaKey || event.shiftKey) return;
    if (pressedKey(event) === ' ' || pressedKey(event) === 'Enter') {
      event.preventDefault();
      return onToggle(active);
    }
    const target = targetCell({ key: pressedKey(event), ctrl: event.ctrlKey, page: pageRows() }, active, size);
    if (target === undefined) return;
    event.preventDefault();
    focusNext.current = true;
    rows.scrollToIndex(target.row);
    columns.scrollToIndex(target.column);
    setActive(target);
  };
  return { active, setActive, onKeyDown };
}
