import { type RefObject, useEffect, useRef } from 'react';

/** Whether what asks is still on the screen, for whoever comes back to it after a while. */
export function useIsShown(): RefObject<boolean> {
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
