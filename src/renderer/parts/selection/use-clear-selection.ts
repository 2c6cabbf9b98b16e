import type { KeyboardEvent, RefObject } from 'react';
import { pressedKey } from '#lib/keyboard/pressed-key.ts';
import { isSelecting, type Selection } from './use-selection';

type Selected = Pick<Selection<unknown>, 'items' | 'isAllMatching' | 'clear'>;

/** Returns a function that clears the selection of the list in an element, and keeps the focus in the list where it was in the bar. */
export function useClearSelection(list: RefObject<HTMLElement | null>, selection: Pick<Selected, 'clear'>): () => void {
  return () => {
    const wasInBar = list.current?.querySelector('[role=grid]')?.contains(document.activeElement) === false;
    selection.clear();
    if (wasInBar) list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  };
}

/** Returns how Escape clears the selection of the list in an element, and the function that does so. */
export function useSelectionKeys(list: RefObject<HTMLElement | null>, selection: Selected) {
  const clear = useClearSelection(list, selection);
  const press = (event: KeyboardEvent) => {
    if (pressedKey(event) !== 'Escape' || event.defaultPrevented || !isSelecting(selection)) return;
    event.preventDefault();
    clear();
  };
  return { press, clear };
}
