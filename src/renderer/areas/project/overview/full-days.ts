/** Sums and comparisons of daily counts. Only full days are compared: the last entry is today, which has not ended. */

/** The count of one day, as in the service's metrics; `date` is `YYYY-MM-DD` in UTC. */
export interface DayCount {
  readonly date: string;
  readonly activity: number;
}

export interface Comparison {
  /** The sum over the last full days. */
  readonly sum: number;
  /** The average per day, rounded. */
  readonly average: number;
  /** Change from the same number of days before, as a fraction; null if there is nothing to compare with. */
  readonly change: number | null;
}

/** Returns the days without today. */
export function fullDays(days: readonly DayCount[]): readonly DayCount[] {
  return days.slice(0, -1);
}

/** Compares the last full days with as many before them. */
export function compareDays(days: readonly DayCount[], count: number): Comparison {
  const full = fullDays(days);
  const last = full.slice(-count);
  const before = full.slice(-2 * count, -count);
  const sum = sumOf(last);
  const former = sumOf(before);
  const isComparable = before.length === count && former > 0;
  return { sum, average: Math.round(sum / Math.max(last.length, 1)), change: isComparable ? sum / former - 1 : null };
}

/** Returns the sum of days. */
export function sumOf(days: readonly DayCount[]): number {
  return days.reduce((sum, { activity }) => sum + activity, 0);
}

/** Returns the number of users at the end of each day, from today's total and the sign-ups per day. Earlier deletions aren't known. */
export function totalsPerDay(total: number, signUps: readonly DayCount[]): number[] {
  const totals: number[] = [];
  let left = total;
  for (const { activity } of signUps.toReversed()) {
    totals.unshift(left);
    left = Math.max(left - activity, 0);
  }
  return totals;
}

/** Whether a day is a Saturday or Sunday. */
export function isWeekend({ date }: Pick<DayCount, 'date'>): boolean {
  const day = new Date(`${date}T00:00:00Z`).getUTCDay();
  return day === 0 || day === 6;
}
