import { type RefObject, useEffect, useRef } from 'react';

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
