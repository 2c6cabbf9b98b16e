import { isJapanese } from './country';
import { cachedFormat } from './format';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

const units = [
  ['year', 365 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
  ['second', second],
] as const;

/** Formats a duration in the largest unit of which it has two or more, or else in seconds: "3 years", "20 minutes". One below zero, by a clock that was set, is none. */
export function durationText(duration: number, locale: string): string {
  const millis = Math.max(0, duration);
  const [unit, size] = units.find(([, each]) => Math.round(millis / each) >= 2) ?? (['second', second] as const);
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  const text = cachedFormat(`duration ${unit} ${locale}`, () => new Intl.NumberFormat(locale, options)).format(Math.round(millis / size));
  // Intl puts a space between number and unit, which Japanese texts don't have.
  return isJapanese(locale) ? text.replace(/\s/g, '') : text;
}
