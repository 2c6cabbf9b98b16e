import type { RefObject } from 'react';
import type { Selection } from './use-selection';

/** Returns a function that clears the selection of the list in an element, and keeps the focus in the list where it was in the bar. */
export function useClearSelection(list: RefObject<HTMLElement | null>, selection: Pick<Selection<unknown>, 'clear'>): () => void {
  return () => {
    const wasInBar = list.current?.querySelector('[role=grid]')?.contains(document.activeElement) === false;
    selection.clear();
    if (wasInBar) list.current?.querySelector<HTMLElement>('[data-row][tabindex="0"]')?.focus({ preventScroll: true });
  };
}
