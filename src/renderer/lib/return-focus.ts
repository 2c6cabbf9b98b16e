import { type RefObject, useEffect, useRef } from 'react';

/** Focuses an element, or the nearest of its former ancestors that is still there and visible. Returns whether there was one. */
export type ReturnFocus = () => boolean;

/** Remembers where an element is, because it may be gone when the focus returns to it. */
export function rememberFocus(element: Element | null): ReturnFocus {
  const path: Element[] = [];
  for (let at: Element | null = element; at !== null && at !== document.body; at = at.parentElement) path.push(at);
  return () => {
    // What has no box, such as a bar that is hidden while it is empty, can't have the focus.
    const left = path.find((at) => at.isConnected && !at.matches(':disabled') && at.checkVisibility());
    const canFocus = left instanceof HTMLElement || left instanceof SVGElement;
    if (canFocus) focusAnything(left, left === element);
    return canFocus;
  };
}

/** Focuses an element that may be a plain container, for as long as it has the focus. */
function focusAnything(element: HTMLElement | SVGElement, isControl: boolean): void {
  if (element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: !isControl });
}

/** Returns a ref whose element receives the focus when a dialog closes whose opening button was removed in the meantime. */
export function useFocusWhenClosed(open: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    const closed = wasOpen.current && !open;
    wasOpen.current = open;
    if (!closed) return;
    // After the dialog has tried to give it back.
    const timer = setTimeout(() => document.activeElement === document.body && place.current?.focus({ preventScroll: true }), 50);
    return () => clearTimeout(timer);
  }, [open]);
  return place;
}

/** Keeps the focus in a part of the window: when the focused control is removed or disabled, what was around it gets the focus. */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const within = part.current;
    if (within === null) return undefined;
    let last: { readonly element: Element; readonly place: ReturnFocus } | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? { element: target, place: rememberFocus(target) } : null;
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
