/** The daily digest: when it is due, by the machine's time zone. */
import type { Clock } from '../ports/ports';

/** Milliseconds after which the machine's time is looked at again at the latest: it may have slept, or its clock may have been changed. */
const maxWaitMillis = 300_000;

/** Returns the latest time of a digest that isn't after `now`. On a day on which clocks skip that hour, it is an hour later. */
export function lastDigest(time: string, now: number): number {
  const today = onDayOf(time, now, 0);
  return today <= now ? today : onDayOf(time, now, -1);
}

/** Returns the time on the day of `now`, or some days later. */
function onDayOf(time: string, now: number, days: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours, minutes).getTime();
}

export interface DigestTimerDeps {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  /** Returns the time of day as `HH:MM`; null without a digest. */
  readonly time: () => string | null;
  /** Runs when a digest is due, once for each. */
  readonly onDue: () => void;
}

export interface DigestTimer {
  /** Waits for the next digest, if there is one. Does nothing if it waits already. */
  adopt(): void;
  stop(): void;
}

/** Creates the timer, which waits for nothing until `adopt`. A digest that was missed while the machine slept is due when it wakes. */
export function createDigestTimer({ clock, time, onDue }: DigestTimerDeps): DigestTimer {
  let cancel = () => {};
  let waiting: string | null = null;
  let last = 0;
  const wait = (at: string) => {
    const now = clock.now();
    const next = onDayOf(at, now, 0) > now ? onDayOf(at, now, 0) : onDayOf(at, now, 1);
    cancel = clock.after(Math.min(next - now, maxWaitMillis), () => tick(at));
  };
  const tick = (at: string) => {
    const due = lastDigest(at, clock.now());
    const isDue = due > last;
    // Also if the clock was set back: the digest of the same day is then due again, without what was told before.
    last = due;
    wait(at);
    if (isDue) onDue();
  };
  const stop = () => {
    cancel();
    waiting = null;
  };
  return {
    adopt() {
      const at = time();
      if (at === waiting) return;
      stop();
      waiting = at;
      if (at === null) return;
      last = lastDigest(at, clock.now());
      wait(at);
    },
    stop,
  };
}
