/** Focuses an element, or the nearest of its former ancestors that is still there and visible. Returns whether there was one. */
export type FocusPlace = () => boolean;

/** Remembers where an element is, because it may be gone when the focus returns to it. */
export function focusPlaceOf(element: Element | null): FocusPlace {
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
  if (!isControl && element.tabIndex < 0 && !element.hasAttribute('tabindex')) {
    element.setAttribute('tabindex', '-1');
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
  }
  element.focus({ preventScroll: !isControl });
}
