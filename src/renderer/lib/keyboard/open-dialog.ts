/** Selects dialogs, also questions about something destructive, which are `alertdialog`. */
export const dialogSelector = '[role="dialog"], [role="alertdialog"]';

/** Returns the dialog that opened first, if any is open. */
export function openDialog(): Element | null {
  return document.querySelector(dialogSelector);
}

/** Returns the dialog around an element. */
export function dialogAround(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(dialogSelector) : null;
}
