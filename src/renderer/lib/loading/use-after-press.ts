import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that runs a task as soon as no row is pressed: a row that was pressed must be there until it was clicked. The last
 * task counts.
 */
export function useAfterPress(): (task: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<(() => void) | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const press = ({ target }: PointerEvent) => {
      isPressed.current = target instanceof Element && target.closest('[role="row"]') !== null;
    };
    const release = () => {
      isPressed.current = false;
      waiting.current?.();
      waiting.current = null;
    };
    // The click follows the end of the press.
    const end = () => {
      clearTimeout(timer);
      timer = setTimeout(release);
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', end, true);
    addEventListener('pointercancel', end, true);
    return () => {
      clearTimeout(timer);
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', end, true);
      removeEventListener('pointercancel', end, true);
    };
  }, []);
  return useCallback((task) => {
    if (isPressed.current) waiting.current = task;
    else task();
  }, []);
}
