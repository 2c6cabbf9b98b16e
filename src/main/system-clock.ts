/** The machine's own time. */
import type { Clock } from './ports';

/** `setTimeout` turns longer delays into none at all. */
const longestTimer = 2_147_483_647;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(delay, task) {
    const timer = setTimeout(task, Math.min(delay, longestTimer));
    return () => clearTimeout(timer);
  },
};
