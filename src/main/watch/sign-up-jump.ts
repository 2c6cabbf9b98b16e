/** Unusual jumps of the number of sign-ups in a day. */
import type { ProjectMetrics } from '#contract/service/metrics.ts';

/** Minimum number of sign-ups in a day. Fewer are never a jump. */
const minSignUps = 20;
/** How many times the usual number a jump has. */
const usualFactor = 3;
/** How many times the largest number of the week before a jump has: what grows day by day doesn't double from one day to the next. */
const weekFactor = 2;
/** Days before, of which the usual number is the median. */
const usualDays = 28;
/** Days for which a project must have had users, so that its start isn't a jump. */
const minAgeDays = 14;
/** Days that are looked at: today, as far as it has passed, and yesterday, in case that Latchkey wasn't running. */
const judgedDays = 2;

export interface SignUpJump {
  /** The day, `YYYY-MM-DD` by the service's time zone, which is UTC. */
  readonly date: string;
  readonly count: number;
  /** The number that was usual until then. */
  readonly usual: number;
}

/**
 * Returns the jumps among today and yesterday. A day is compared with what is usual for it: the median of the 28 days before, or of the same
 * weekday in them, whichever is larger, so that neither weekends nor a weekly newsletter count.
 */
export function signUpJumps({ daily_users: days, total_users: total }: Pick<ProjectMetrics, 'daily_users' | 'total_users'>): SignUpJump[] {
  const counts = days.map(({ activity }) => activity);
  const isNew = total <= sum(counts.slice(-minAgeDays));
  return days.slice(-judgedDays).flatMap(({ date, activity: count }, at, judged) => {
    const before = counts.slice(0, counts.length - judged.length + at).slice(-usualDays);
    // An earlier release, or one that counts otherwise, may list fewer days.
    if (isNew || before.length < minAgeDays) return [];
    const sameWeekday = before.filter((_count, index) => (before.length - index) % 7 === 0);
    const usual = Math.max(median(before), median(sameWeekday));
    const largest = Math.max(...before.slice(-7));
    const isJump = count >= minSignUps && count >= usualFactor * usual && count >= weekFactor * largest;
    return isJump ? [{ date, count, usual }] : [];
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low = 0, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
