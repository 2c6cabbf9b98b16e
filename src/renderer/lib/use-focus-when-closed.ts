import { type RefObject, useEffect, useRef } from 'react';

/** The button that opened something may be gone with its row when that closes; the element of the answered ref then takes the focus. */
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
