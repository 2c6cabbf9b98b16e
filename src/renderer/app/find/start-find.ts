import { openDialog } from '#lib/keyboard/open-dialog.ts';
import { useFindBar } from '#window/find-bar.ts';

/**
 * Puts the focus into the filter of the list that is shown, because a list has only its visible rows in the page. Returns false without
 * a list, and when the focus is there already: the next thing to search is the page.
 */
export function focusFilter(): boolean {
  const dialog = openDialog();
  const filters = dialog
    ? dialog.querySelectorAll<HTMLInputElement>('input[type="search"]')
    : document.querySelectorAll<HTMLInputElement>('main input[type="search"][aria-keyshortcuts]');
  const filter = [...filters].find((input) => input.checkVisibility());
  if (filter === undefined || filter === document.activeElement) return false;
  filter.select();
  return true;
}

/** Starts to search: in the list that is shown, else in the page. A dialog keeps the focus, so the page behind it isn't searched. */
export function startFind(): void {
  if (focusFilter() || openDialog() !== null) return;
  useFindBar.getState().open();
}
