/** Formats the figures of charts. Apart from `format.ts`, which the first script contains. */

import { isJapanese } from '#lib/intl/country.ts';
import { cachedFormat } from '#lib/intl/format.ts';

/** A number in short, with separators where it isn't shortened: "1.2K", in German "1.200". */
export function compactNumber(value: number, locale: string): string {
  const options = { notation: 'compact', maximumFractionDigits: 1, useGrouping: 'always' } as const;
  return cachedFormat(`compact ${locale}`, () => new Intl.NumberFormat(locale, options)).format(value);
}

/** A change as a percentage with its sign: "+6%", "-3%", "0%". */
export function percentChange(fraction: number, locale: string): string {
  const options = { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 } as const;
  return cachedFormat(`change ${locale}`, () => new Intl.NumberFormat(locale, options)).format(fraction);
}

/** A day of the calendar, which has no time zone, such as `2026-11-10`: "Tue, Nov 10", or "Nov 10" if `short`. */
export function calendarDay(date: string, locale: string, form: 'full' | 'short' = 'full'): string {
  const millis = Date.parse(`${date}T00:00:00Z`);
  if (Number.isNaN(millis)) return date;
  const weekday = form === 'full' ? ({ weekday: 'short' } as const) : {};
  const options = { ...weekday, month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
  const text = cachedFormat(`day ${form} ${locale}`, () => new Intl.DateTimeFormat(locale, options)).format(millis);
  // Intl puts the weekday in Latin brackets.
  return isJapanese(locale) ? text.replace('(', '（').replace(')', '）') : text;
}
