/** Formats dates and texts. */
import { isJapanese } from './country';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const month = 30 * day;
const year = 365 * day;

const steps: readonly (readonly [limit: number, unit: Intl.RelativeTimeFormatUnit, size: number])[] = [
  [minute, 'second', second],
  [hour, 'minute', minute],
  [day, 'hour', hour],
  [week, 'day', day],
  [month, 'week', week],
  [year, 'month', month],
  [Number.POSITIVE_INFINITY, 'year', year],
];

/** The largest distance from 1970 that a date can have, in milliseconds (ECMA-262, 21.4.1.1). */
const maxDateMillis = 8.64e15;

/** Stands for a time that no calendar has: a service can send any number. */
const noTime = '–';

function isDate(millis: number): boolean {
  return Math.abs(millis) <= maxDateMillis;
}

/** Returns a time as ISO 8601 in UTC; undefined if no calendar has it. */
export function isoTime(millis: number): string | undefined {
  return isDate(millis) ? new Date(millis).toISOString() : undefined;
}

/** Formats a time relative to now, as inside a sentence: "2 minutes ago", "yesterday". Days are calendar days. */
export function relativeTime(millis: number, now: number, locale: string): string {
  if (!isDate(millis) || !isDate(now)) return noTime;
  const format = (value: number, unit: Intl.RelativeTimeFormatUnit) => relativeText(value, unit, 'auto', locale);
  const difference = millis - now;
  const distance = Math.abs(difference);
  if (distance < minute) return format(0, 'second');
  const calendarDays = Math.round((startOfDay(millis) - startOfDay(now)) / day);
  if (distance >= 12 * hour && distance < week && calendarDays !== 0) return format(calendarDays, 'day');
  const [, unit, size] = steps.find(([limit]) => distance < limit) ?? (['', 'year', year] as const);
  return format(Math.trunc(difference / size) || Math.sign(difference), unit);
}

/** Formats the time until a later moment, as inside a sentence, in days where they say more: "in 90 days", "in 11 months". */
export function timeUntil(millis: number, now: number, locale: string): string {
  if (!isDate(millis) || !isDate(now)) return noTime;
  const days = Math.round((millis - now) / day);
  if (days < 1) return relativeTime(millis, now, locale);
  const format = (value: number, unit: Intl.RelativeTimeFormatUnit) => relativeText(value, unit, 'always', locale);
  if (days < 100) return format(days, 'day');
  return days < 2 * 365 ? format(Math.round(days / 30.4), 'month') : format(Math.round(days / 365), 'year');
}

function relativeText(value: number, unit: Intl.RelativeTimeFormatUnit, numeric: 'auto' | 'always', locale: string): string {
  const format = cachedFormat(`relative ${numeric} ${locale}`, () => new Intl.RelativeTimeFormat(locale, { numeric }));
  return withUnit(format.format(value, unit), locale);
}

/** Intl puts spaces between number and unit, which Japanese texts don't have. */
function withUnit(text: string, locale: string): string {
  return isJapanese(locale) ? text.replace(/\s/g, '') : text;
}

/** A duration in seconds: "600 seconds". */
export function formatSeconds(seconds: number, locale: string): string {
  const options = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const;
  return withUnit(cachedFormat(`seconds ${locale}`, () => new Intl.NumberFormat(locale, options)).format(seconds), locale);
}

/** Returns a text in the form that it has where it stands alone or starts a sentence: "In 90 days", "Yesterday". */
export function atStart(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

function startOfDay(millis: number): number {
  const date = new Date(millis);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

/** Formats a time in full, for tooltips: "Nov 18, 2026, 09:41:07 GMT+1". Returns the number of milliseconds if it is out of range. */
export function exactTime(millis: number, locale: string): string {
  return calendarTime('exact', { dateStyle: 'medium', timeStyle: 'long' }, millis, locale) ?? `${millis} ms`;
}

/** Date and time to the minute, on one line: "Nov 18, 2026, 09:41". */
export function dateTime(millis: number, locale: string): string {
  return unbroken(calendarTime('date-time', { dateStyle: 'medium', timeStyle: 'short' }, millis, locale) ?? noTime);
}

/** A date, on one line: "Nov 18, 2026". */
export function mediumDate(millis: number, locale: string): string {
  return unbroken(calendarTime('date', { dateStyle: 'medium' }, millis, locale) ?? noTime);
}

/** The time of day to the minute: "14:02". */
export function clockTime(millis: number, locale: string): string {
  return calendarTime('clock', { timeStyle: 'short' }, millis, locale) ?? noTime;
}

/** Returns a time in one form, which `name` stands for; undefined if no calendar has it. Never throws, unlike Intl. */
function calendarTime(name: string, options: Intl.DateTimeFormatOptions, millis: number, locale: string): string | undefined {
  if (!isDate(millis)) return undefined;
  return cachedFormat(`${name} ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(millis);
}

/** Returns a text that no line breaks inside of, because its spaces are no-break spaces. */
export function unbroken(text: string): string {
  return text.replace(/ /g, '\u00a0');
}

/** A number with the locale's separators. */
export function formatNumber(value: number, locale: string): string {
  return cachedFormat(`number ${locale}`, () => new Intl.NumberFormat(locale)).format(value);
}

/** A number of which there may be more: "100+". */
export function formatAtLeast(value: number, locale: string): string {
  return `${formatNumber(value, locale)}+`;
}

/** Joins alternatives: "a password, a passkey, or a provider". */
export function formatList(items: readonly string[], locale: string): string {
  return cachedFormat(`list ${locale}`, () => new Intl.ListFormat(locale, { type: 'disjunction' })).format(items);
}

/** Joins names: "Password, Google, GitHub". Not as a list of units, between which Japanese has spaces only. */
export function formatNames(names: readonly string[], locale: string): string {
  return cachedFormat(`names ${locale}`, () => new Intl.ListFormat(locale, { style: 'narrow', type: 'conjunction' })).format(names);
}

/** Shortened in the middle, because both ends of an id tell it apart: "3241a285…140c". */
export function shortenMiddle(text: string, head = 8, tail = 4): string {
  return text.length <= head + tail + 1 ? text : `${text.slice(0, head)}…${text.slice(-tail)}`;
}

const formats = new Map<string, unknown>();

/** Returns the format for a key, and builds it the first time: building one takes much longer than using it. */
export function cachedFormat<T>(key: string, build: () => T): T {
  const known = formats.get(key) as T | undefined;
  if (known !== undefined) return known;
  const built = build();
  formats.set(key, built);
  return built;
}
