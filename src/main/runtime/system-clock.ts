/** The machine's own time. */
import { uptime } from 'node:os';
import type { Clock } from '../ports';

/** `setTimeout` turns longer delays into none at all. */
const maxTimerMillis = 2_147_483_647;

/** In milliseconds: the uptime of some systems is in whole seconds. */
const minSleepMillis = 2_000;

export interface TimeSource {
  /** Milliseconds that the process has run; on Linux without those that the machine slept. */
  readonly awake: () => number;
  /** Milliseconds since the machine was started, with those that it slept. */
  readonly up: () => number;
}

/** A clock whose monotonic time goes on while the machine sleeps, so that nothing outlives its time by being slept through. */
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
