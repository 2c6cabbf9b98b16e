/** Typed durations, such as `90 min` and `1 h 30 min`. */

import { maxSessionMillis } from '#contract/limits.ts';
import { machineText } from '#contract/text/machine-text.ts';

const minute = 60_000;
const units: Readonly<Record<string, number>> = {
  m: minute,
  min: minute,
  mins: minute,
  minute,
  minutes: minute,
  h: 60 * minute,
  hour: 60 * minute,
  hours: 60 * minute,
  d: 1440 * minute,
  day: 1440 * minute,
  days: 1440 * minute,
};

export type ParsedDuration = { readonly millis: number } | { readonly problem: 'unreadable' | 'too-short' | 'too-long' };

/** Parses a sum of numbers with units, each unit once, from 1 minute to 367 days (wire/limits 2). */
export function parseDuration(text: string): ParsedDuration {
  const plain = machineText(text).toLowerCase();
  const parts = [...plain.matchAll(/(\d+(?:\.\d+)?)\s*([a-z]+)\s*/gy)];
  const whole = parts.map(([part]) => part).join('');
  if (parts.length === 0 || whole !== plain) return { problem: 'unreadable' };
  const factors = parts.map(([, , unit = '']) => (Object.hasOwn(units, unit) ? units[unit] : undefined));
  if (factors.includes(undefined) || new Set(factors).size !== factors.length) return { problem: 'unreadable' };
  const millis = Math.round(parts.reduce((sum, [, amount], at) => sum + Number(amount) * (factors[at] ?? 0), 0));
  if (millis < minute) return { problem: 'too-short' };
  return millis > maxSessionMillis ? { problem: 'too-long' } : { millis };
}
