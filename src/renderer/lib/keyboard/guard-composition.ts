import { isComposing } from './pressed-key';

/**
 * Keeps the keys of input methods from everything in the page, because the handlers of libraries don't tell them apart: Escape would close a
 * dialog, and Enter would submit a form. Call it before anything else listens to keys.
 */
export function guardComposition(page: Window): void {
  let isInMethod = false;
  const listen = <K extends keyof WindowEventMap>(names: readonly K[], listener: (event: WindowEventMap[K]) => void) => {
    for (const name of names) page.addEventListener(name, listener, true);
  };
  listen(['compositionstart'], () => {
    isInMethod = true;
  });
  listen(['compositionend', 'pointerdown'], () => {
    isInMethod = false;
  });
  listen(['keydown', 'keypress', 'keyup'], (event) => {
    const isOwn = isComposing(event);
    if (event.type !== 'keyup') isInMethod = isOwn;
    if (isOwn) event.stopImmediatePropagation();
  });
  listen(['submit'], (event) => {
    if (!isInMethod) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
