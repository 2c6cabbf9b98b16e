/** The system clock. */
import { uptime } from 'node:os';
import type { Clock } from '../ports/ports';

/** Maximum delay of `setTimeout`, which treats longer ones as none. */
const maxTimerMillis = 2_147_483_647;

/** Minimum duration of a detected sleep. Shorter differences are ignored, because some systems report the uptime in whole seconds. */
const minSleepMillis = 2_000;

/** Time (ms) after which the uptime is read again in any case. */
const maxAgeMillis = 1_000;
/** Minimum jump of the date that may be a sleep rather than a correction of the date. */
const minJumpMillis = 250;

export interface TimeSource {
  /** Returns the date in milliseconds since the epoch; it continues while the machine sleeps, and can be set. */
  readonly date: () => number;
  /** Returns the milliseconds since the process started; on Linux without the time that the machine slept. */
  readonly awake: () => number;
  /** Returns the milliseconds since the machine started, including the time that it slept. */
  readonly up: () => number;
}

/** Creates a clock whose monotonic time includes the time that the machine sleeps, so that tokens and links expire on time. */
export function createSystemClock({ date, awake, up }: TimeSource): Clock {
  const before = up() - awake();
  let slept = 0;
  let read = { date: date(), awake: awake() };
  /** Reading the uptime takes many times as long as a call of the others, and each request asks for the time several times. */
  const hasOldUptime = (awakeNow: number) => {
    const passed = awakeNow - read.awake;
    return passed > maxAgeMillis || Math.abs(date() - read.date - passed) > minJumpMillis;
  };
  return {
    now: date,
    monotonic() {
      const awakeNow = awake();
      if (hasOldUptime(awakeNow)) {
        read = { date: date(), awake: awakeNow };
        const since = up() - awakeNow - before;
        if (since - slept > minSleepMillis) slept = since;
      }
      return awakeNow + slept;
    },
    after(delay, task) {
      const timer = setTimeout(task, Math.min(delay, maxTimerMillis));
      return () => clearTimeout(timer);
    },
  };
}

export const systemClock: Clock = createSystemClock({
  date: () => Date.now(),
  awake: () => performance.now(),
  up: () => uptime() * 1000,
});

/** Creates a clock that always shows `millis`. Delays and monotonic time are those of `clock`, so that timeouts still end. */
export function createFixedClock(clock: Clock, millis: number): Clock {
  return { ...clock, now: () => millis };
}
