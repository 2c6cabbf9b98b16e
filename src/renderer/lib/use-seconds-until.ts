import { useEffect, useState } from 'react';

/** Whole seconds until a moment, in milliseconds since the epoch; 0 once it has passed. Updates every second. */
export function useSecondsUntil(until: number): number {
  const [now, setNow] = useState(Date.now);
  const isOver = now >= until;
  useEffect(() => {
    setNow(Date.now());
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
