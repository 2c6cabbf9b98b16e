import { useCallback, useState } from 'react';

type MeasuringRef = (element: HTMLElement | null) => (() => void) | undefined;

/** Whether an element is narrower than so many CSS pixels; goes on the element as its ref. */
export function useIsNarrow(limit: number): [boolean, MeasuringRef] {
  const [passed, ref] = useNarrowness(limit, 0);
  return [passed > 0, ref];
}

const ownWidth = (element: HTMLElement) => element.clientWidth;

/**
 * Returns how many of two limits, in CSS pixels, an element is narrower than. The ref goes on the element. `widthOf` measures something else of
 * it, and is always the same function.
 */
export function useNarrowness(wide: number, slim: number, widthOf = ownWidth): [0 | 1 | 2, MeasuringRef] {
  const [passed, setPassed] = useState<0 | 1 | 2>(0);
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null) return undefined;
      const observer = new ResizeObserver(() => {
        const width = widthOf(element);
        setPassed(width < slim ? 2 : width < wide ? 1 : 0);
      });
      observer.observe(element);
      return () => observer.disconnect();
    },
    [wide, slim, widthOf],
  );
  return [passed, ref];
}
