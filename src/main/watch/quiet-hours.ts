/** Quiet hours: the part of each day, by the machine's time zone, without notifications. */
import type { Settings } from '#contract/setting-rows.ts';

type QuietHours = NonNullable<Settings['quietHours']>;

/**
 * Whether a time is within quiet hours. They start at `from` and end before `to`, on the next day if that isn't later. Equal times are the
 * whole day. On the day on which daylight saving time starts or ends, the hours shown by clocks count.
 */
export function isQuiet(hours: QuietHours | null, now: number): boolean {
  if (hours === null) return false;
  const date = new Date(now);
  const minute = date.getHours() * 60 + date.getMinutes();
  const [from, to] = [minuteOf(hours.from), minuteOf(hours.to)];
  return from < to ? minute >= from && minute < to : minute >= from || minute < to;
}

/**
 * Returns the milliseconds until the quiet hours may have ended; null outside of them. Within an hour of a change of the machine's time, they
 * may still last afterwards.
 */
export function quietMillis(hours: QuietHours | null, now: number): number | null {
  if (hours === null || !isQuiet(hours, now)) return null;
  const date = new Date(now);
  const left = (minuteOf(hours.to) - date.getHours() * 60 - date.getMinutes() + 1_440) % 1_440 || 1_440;
  return left * 60_000 - date.getSeconds() * 1_000 - date.getMilliseconds();
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}
