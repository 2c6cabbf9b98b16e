/** Times of the service as texts. */

/** Latest time that an ISO text can have, in milliseconds since the epoch. */
const maxTime = 8.64e15;

/** Returns null for a time that no date has, which a service may answer as well. */
export function isoTime(atMillis: number | null | undefined): string | null {
  return atMillis == null || Math.abs(atMillis) > maxTime ? null : new Date(atMillis).toISOString();
}
