/** Selects dialogs, also questions about something destructive, which are `alertdialog`. */
export const dialogSelector = '[role="dialog"], [role="alertdialog"]';

/** Returns the dialog that opened first, if any is open. */
export function openDialog(): Element | null {
  return document.querySelector(dialogSelector);
}

/** Whether the screen is behind a dialog. One that is just being closed doesn't count. */
export function isBehindDialog(): boolean {
  return [...document.querySelectorAll<HTMLElement>(dialogSelector)].some(({ dataset }) => dataset.state === 'open');
}

/** Returns the dialog around an element. */
export function dialogAround(target: EventTarget | null): Element | null {
  return target instanceof Element ? target.closest(dialogSelector) : null;
}
