import { useRef } from 'react';

/** Returns a value, or the last one that there was. */
export function useLastSeen<T>(value: T | undefined): T | undefined {
  const seen = useRef(value);
  if (value !== undefined) seen.current = value;
  return seen.current;
}
