/** Formats days, and times of a day, of lists that are ordered by time. */
import { atStart, cachedFormat, clockTime, dateTime, isoTime, mediumDate, unbroken } from './format';

/** Stands for a time that no calendar has. */
const noTime = '–';

/** Returns the first moment of a day, by this computer's calendar. */
export function startOfDay(millis: number): number {
  const date = new Date(millis);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Returns a time in one form, which `name` stands for. Never throws, unlike Intl. */
function formatted(name: string, options: Intl.DateTimeFormatOptions, millis: number, locale: string): string {
  if (isoTime(millis) === undefined) return noTime;
  return cachedFormat(`${name} ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(millis);
}

/** The time of day to the second: "14:02:05". */
export function secondsTime(millis: number, locale: string): string {
  return formatted('seconds', { timeStyle: 'medium' }, millis, locale);
}

const day = { month: 'short', day: 'numeric' } as const;

const isSameYear = (millis: number, now: number) => new Date(millis).getFullYear() === new Date(now).getFullYear();

/** A day as a heading: "Thursday, Nov 19", with the year if it is another one than now. */
export function dayHeading(millis: number, now: number, locale: string): string {
  if (isSameYear(millis, now)) return formatted('day', { weekday: 'long', ...day }, millis, locale);
  return formatted('day of a year', { weekday: 'long', ...day, year: 'numeric' }, millis, locale);
}

/** A day without its name: "Nov 19". */
export function shortDate(millis: number, locale: string): string {
  return formatted('short date', day, millis, locale);
}

/** A day on one line: "Nov 19", with the year if it is another one than now. */
export function dateNear(millis: number, now: number, locale: string): string {
  return isSameYear(millis, now) ? unbroken(shortDate(millis, locale)) : mediumDate(millis, locale);
}

/** A time to the minute: "14:02", with the date if it is of another day than now. */
export function timeNear(millis: number, now: number, locale: string): string {
  return startOfDay(millis) === startOfDay(now) ? clockTime(millis, locale) : dateTime(millis, locale);
}

/** Returns a day by its distance from now if it is today or yesterday, as a heading: "Today", "Yesterday". Null for others. */
export function nearDay(millis: number, now: number, locale: string): string | null {
  const days = Math.round((startOfDay(millis) - startOfDay(now)) / 86_400_000);
  if (days !== 0 && days !== -1) return null;
  const format = cachedFormat(`near day ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  return atStart(format.format(days, 'day'), locale);
}
