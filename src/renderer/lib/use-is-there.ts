import { type RefObject, useEffect, useRef } from 'react';

/** Returns whether the component is still mounted, for what ends after the user may have left. */
export function useIsThere(): Readonly<RefObject<boolean>> {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}
