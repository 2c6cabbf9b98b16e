/** Local times of a field for a date and a time. */

/** Returns a time as such a field has it, in the time zone of the computer: `2026-11-22T09:41`. */
export function timeFieldValue(millis: number): string {
  const date = new Date(millis);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Returns the time of a field (ms since the epoch); undefined for a text that isn’t one, or a time that no calendar has. */
export function timeOfField(text: string): number | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::\d{2})?$/.exec(text);
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = match?.slice(1).map(Number) ?? [];
  const date = new Date(year, month - 1, day, hour, minute);
  // What a month or a day doesn't have is counted into the next one. A clock that is set forward skips an hour, which is none of it.
  const isReal = date.getMonth() === month - 1 && date.getDate() === day && hour < 24 && minute < 60;
  return match !== null && isReal ? date.getTime() : undefined;
}
