/** The system clock. */
import { uptime } from 'node:os';
import type { Clock } from '../ports';

/** Maximum delay of `setTimeout`, which treats longer ones as none. */
const maxTimerMillis = 2_147_483_647;

/** Minimum duration of a detected sleep. Shorter differences are ignored, because some systems report the uptime in whole seconds. */
const minSleepMillis = 2_000;

export interface TimeSource {
  /** Returns the milliseconds since the process started; on Linux without the time that the machine slept. */
  readonly awake: () => number;
  /** Returns the milliseconds since the machine started, including the time that it slept. */
  readonly up: () => number;
}

/** Creates a clock whose monotonic time includes the time that the machine sleeps, so that tokens and links expire on time. */
export function createSystemClock({ awake, up }: TimeSource): Clock {
  const ahead = () => up() - awake();
  const before = ahead();
  let slept = 0;
  return {
    now: () => Date.now(),
    monotonic() {
      const since = ahead() - before;
      if (since - slept > minSleepMillis) slept = since;
      return awake() + slept;
    },
    after(delay, task) {
      const timer = setTimeout(task, Math.min(delay, maxTimerMillis));
      return () => clearTimeout(timer);
    },
  };
}

export const systemClock: Clock = createSystemClock({ awake: () => performance.now(), up: () => uptime() * 1000 });
