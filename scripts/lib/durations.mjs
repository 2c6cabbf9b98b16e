/** Durations as text for users. */

/** Returns a duration in minutes and seconds, as `2 min 5 s`. @param {number} millis */
export function durationText(millis) {
  const seconds = Math.round(millis / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Returns what each stage took, and how long all of them took together: less than their sum, since some run at once.
 * @param {ReadonlyMap<string, number>} times Milliseconds by stage.
 * @param {number} total
 */
export function timesText(times, total) {
  const each = [...times].map(([stage, millis]) => `${stage} ${durationText(millis)}`);
  return `Time: ${each.join(', ')}; total ${durationText(total)}`;
}
