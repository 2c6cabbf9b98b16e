import { useCallback, useState } from 'react';

/** Whether an element is narrower than so many CSS pixels; goes on the element as its ref. */
export function useIsNarrow(limit: number): [boolean, (element: HTMLElement | null) => (() => void) | undefined] {
  const [narrow, setNarrow] = useState(false);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new ResizeObserver(() => setNarrow(element.clientWidth < limit));
      observer.observe(element);
      return () => observer.disconnect();
    },
    [limit],
  );
  return [narrow, ref];
}
