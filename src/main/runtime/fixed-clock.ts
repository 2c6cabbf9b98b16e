/** A clock whose date stands still. */
import type { Clock } from '../ports';

/** Creates a clock that always shows `millis`. Delays and monotonic time are those of `clock`, so that timeouts still end. */
export function createFixedClock(clock: Clock, millis: number): Clock {
  return { ...clock, now: () => millis };
}
