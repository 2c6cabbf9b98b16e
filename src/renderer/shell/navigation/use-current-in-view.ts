import { type RefObject, useEffect } from 'react';

/** Distance of the current entry from the edges, in pixels. */
const margin = 10;

/** Scrolls a navigation to its current entry: at first, when another one becomes current, and when entries or the window’s size change. */
export function useCurrentInView(navigation: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const list = navigation.current;
    if (list === null) return undefined;
    const show = () => showCurrent(list);
    const changes = new MutationObserver(show);
    changes.observe(list, { childList: true, subtree: true, attributeFilter: ['aria-current'] });
    // Reports the size at first as well.
    const sizes = new ResizeObserver(show);
    sizes.observe(list);
    return () => {
      changes.disconnect();
      sizes.disconnect();
    };
  }, [navigation]);
}

/** Not `scrollIntoView`, which would also move what is around a drawer while that slides in. */
function showCurrent(list: HTMLElement): void {
  const current = list.querySelector('[aria-current="page"]');
  if (current === null) return;
  const [entry, frame] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
  const above = frame.top + margin - entry.top;
  const below = entry.bottom - (frame.bottom - margin);
  if (above > 0) list.scrollTop -= above;
  else if (below > 0) list.scrollTop += below;
}
