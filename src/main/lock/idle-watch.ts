/** Locks the app when it isn't used, or when the machine sleeps. */
import type { Settings } from '#contract/setting-rows.ts';
import type { Clock, PowerMonitor } from '../ports/ports';

/** Milliseconds between two checks. */
const tickMillis = 10_000;
/** Maximum delay of a check. A longer one means that the machine slept. */
const lateMillis = 15_000;

export interface IdleWatch {
  /** Notes that a window was used. */
  activity(): void;
  /** Locks the app if it has to be, also between two checks of the clock. */
  check(): void;
  /** Begins to watch, as if the app was used now. */
  start(): void;
  stop(): void;
  close(): void;
}

export interface IdleWatchDeps {
  readonly clock: Clock;
  /** Null if the host doesn't know when the machine sleeps, or how long it hasn't been used. */
  readonly power: PowerMonitor | null;
  readonly settings: () => Pick<Settings, 'lockAfterMinutes' | 'lockOnSuspend'>;
  readonly lock: () => void;
}

/** Creates the watch. Nothing runs until `start`. */
export function createIdleWatch({ clock, power, settings, lock }: IdleWatchDeps): IdleWatch {
  let isWatching = false;
  let usedAt = 0;
  let checkedAt = 0;
  let cancel = () => {};

  const isUnused = (minutes: number): boolean => {
    const limit = minutes * 60_000;
    // A page that was compromised may report activity indefinitely. It doesn't change how long the machine hasn't been used.
    return clock.monotonic() - usedAt >= limit || (power !== null && power.idleSeconds() * 1000 >= limit);
  };
  const check = () => {
    if (!isWatching) return;
    const { lockAfterMinutes, lockOnSuspend } = settings();
    const slept = clock.monotonic() - checkedAt > tickMillis + lateMillis;
    checkedAt = clock.monotonic();
    if ((slept && lockOnSuspend) || (lockAfterMinutes !== null && isUnused(lockAfterMinutes))) lock();
  };
  const schedule = () => {
    cancel = clock.after(tickMillis, () => {
      check();
      if (isWatching) schedule();
    });
  };
  const stopListening = power?.onSuspend(() => {
    if (isWatching && settings().lockOnSuspend) lock();
  });
  const stop = () => {
    isWatching = false;
    cancel();
  };

  return {
    check,
    stop,
    activity() {
      check();
      usedAt = clock.monotonic();
    },
    start() {
      stop();
      isWatching = true;
      usedAt = clock.monotonic();
      checkedAt = usedAt;
      schedule();
    },
    close() {
      stop();
      stopListening?.();
    },
  };
}
