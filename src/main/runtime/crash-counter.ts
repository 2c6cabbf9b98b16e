/** Counting of crashes, to stop what would crash again and again. */

/** Counts a crash. Returns the number of crashes within the period, this one included. */
export type CrashCounter = () => number;

/** Creates a counter. `monotonic` returns milliseconds of a clock that never goes back. */
export function createCrashCounter(periodMillis: number, monotonic: () => number): CrashCounter {
  let crashes: readonly number[] = [];
  return () => {
    const now = monotonic();
    crashes = [...crashes.filter((crash) => now - crash < periodMillis), now];
    return crashes.length;
  };
}
