import { useEffect, useState } from 'react';
import { now } from './now';

/** Whole seconds until a moment, in milliseconds since the epoch; 0 once it has passed. Updates every second. */
export function useSecondsUntil(until: number): number {
  const [at, setAt] = useState(now);
  const isOver = at >= until;
  useEffect(() => {
    setAt(now());
    if (isOver) return;
    const timer = setInterval(() => setAt(now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((until - at) / 1000));
}
