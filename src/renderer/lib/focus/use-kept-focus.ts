import { type RefObject, useEffect } from 'react';
import { type FocusPlace, focusPlaceOf } from './focus-place';

/** Keeps the focus in a part of the window: when the focused control is removed or disabled, what was around it gets the focus. */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = part.current;
    if (within === null) return undefined;
    let last: { readonly element: Element; readonly place: FocusPlace } | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? { element: target, place: focusPlaceOf(target) } : null;
    };
    const keep = () => {
      if (last === null || (last.element.isConnected && !last.element.matches(':disabled'))) return;
      const { element, place } = last;
      last = null;
      if (document.activeElement === document.body || document.activeElement === element) place();
    };
    const forget = (event: FocusEvent) => {
      if (event.relatedTarget !== null) last = null;
    };
    const observer = new MutationObserver(keep);
    observer.observe(within, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    within.addEventListener('focusin', remember);
    within.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      within.removeEventListener('focusin', remember);
      within.removeEventListener('focusout', forget);
    };
  }, [part]);
}
