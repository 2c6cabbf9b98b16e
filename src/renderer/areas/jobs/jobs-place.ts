/** What the address of the jobs says. Not with the other screens' addresses, which the first script has. */
import type { Job } from '#contract/jobs/job.ts';
import { startOfDay } from '#lib/intl/days.ts';
import type { JobsPlace } from '#window/url-state.ts';

/** Which jobs are listed, apart from all. */
const jobStates = ['active', 'finished'] as const;
/** Days that a choice of time has, with today. */
export const jobDays = { today: 1, '7d': 7, '30d': 30 } as const;
/** What rows are listed by; rows that wait or were sent are pending. */
export const rowTabs = ['failed', 'skipped', 'done', 'unknown', 'pending'] as const;
export type RowTab = (typeof rowTabs)[number];

/** Parses the query of the jobs: the reverse of `paths.jobs`. */
export function jobsPlace(search: URLSearchParams): JobsPlace {
  return {
    state: jobStates.find((state) => state === search.get('state')),
    by: search.get('by') ?? undefined,
    time: (Object.keys(jobDays) as (keyof typeof jobDays)[]).find((time) => time === search.get('time')),
    job: search.get('job') ?? undefined,
    tab: rowTabs.find((tab) => tab === search.get('tab')),
  };
}

/** Returns the first moment that a choice of time has, by this computer's calendar; null for any time. */
export function earliestOf({ time }: JobsPlace, now: number): number | null {
  if (time === undefined) return null;
  const date = new Date(startOfDay(now));
  date.setDate(date.getDate() - jobDays[time] + 1);
  return date.getTime();
}

/** Returns whether a job is listed, as far as its actor and its time say so. */
export function isListed({ osUser, startedAtMillis }: Job, { by }: JobsPlace, earliest: number | null): boolean {
  return (by === undefined || by === osUser) && (earliest === null || startedAtMillis >= earliest);
}
