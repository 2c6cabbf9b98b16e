/** Durations as people read them. */

/** Returns a duration in minutes and seconds, as `2 min 5 s`. @param {number} millis */
export function durationText(millis) {
  const seconds = Math.round(millis / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns what each stage took, and all of them. @param {ReadonlyMap<string, number>} times Milliseconds by stage. */
export function timesText(times) {
  const sum = [...times.values()].reduce((before, millis) => before + millis, 0);
  const each = [...times].map(([stage, millis]) => `${stage} ${durationText(millis)}`);
  return `Time: ${each.join(', ')}; total ${durationText(sum)}`;
}
