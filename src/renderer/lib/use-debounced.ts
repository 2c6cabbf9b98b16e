import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds without another value after which one counts as the last. */
const rest = 400;

/** Returns a function whose last value is passed on once no other follows for a moment, or when the component is removed. */
export function useDebounced<T>(action: (value: T) => void): (value: T) => void {
  const latest = useRef(action);
  latest.current = action;
  const waiting = useRef<{ value: T; timer: ReturnType<typeof setTimeout> } | null>(null);
  const pass = useCallback(() => {
    if (waiting.current === null) return;
    const { value, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    latest.current(value);
  }, []);
  useEffect(() => pass, [pass]);
  return useCallback(
    (value) => {
      clearTimeout(waiting.current?.timer);
      waiting.current = { value, timer: setTimeout(pass, rest) };
    },
    [pass],
  );
}
