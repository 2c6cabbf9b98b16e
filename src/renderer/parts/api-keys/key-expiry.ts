/** When a new API key expires. */

export const expiryChoices = ['30', '90', '365', 'date', 'never'] as const;
/** A number of days, a date, or never. */
export type ExpiryChoice = (typeof expiryChoices)[number];

const dayMillis = 86_400_000;

/** The expiry of a key that never expires, where the service requires one: the last year that every program can write as a date. */
export const neverMillis = Date.UTC(9999, 0, 1);

/** Whether an expiry means never. */
export function isNever(expiresAtMillis: number): boolean {
  return expiresAtMillis >= neverMillis;
}

/**
 * Returns when a key expires that is created at `now`: null for never, undefined if `date` isn't a date from today on. On the date itself,
 * the key is still valid, in the time zone of the computer.
 */
export function expiryMillis(choice: ExpiryChoice, date: string, now: number): number | null | undefined {
  if (choice === 'never') return null;
  if (choice !== 'date') return now + Number(choice) * dayMillis;
  const end = endOfDay(date);
  return end !== undefined && end > now ? end : undefined;
}

/** Returns a date as date fields have it: `2026-11-22`. */
export function dateFieldValue(millis: number): string {
  const date = new Date(millis);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function endOfDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const end = new Date(year, month - 1, day, 23, 59, 59, 999);
  // A day that the month doesn't have is counted into the next one.
  return end.getMonth() === month - 1 && end.getDate() === day ? end.getTime() : undefined;
}
