import { expect, it } from 'vitest';
import type { Job } from '#contract/jobs/job.ts';
import { searchOf } from '#window/url-state.ts';
import { earliestOf, isListed, jobsPlace } from './jobs-place';

const now = new Date(2026, 10, 19, 14, 2).getTime();

it('parses what it writes, and nothing else', () => {
  const place = { state: 'finished', by: 'ada', time: '7d', job: 'j', tab: 'unknown' } as const;
  expect(jobsPlace(new URLSearchParams(searchOf(place)))).toEqual(place);
  expect(jobsPlace(new URLSearchParams('state=x&time=1d&tab=sent'))).toEqual({
    state: undefined,
    by: undefined,
    time: undefined,
    job: undefined,
    tab: undefined,
  });
});

it('counts whole days, with today', () => {
  expect(earliestOf({}, now)).toBeNull();
  expect(earliestOf({ time: 'today' }, now)).toBe(new Date(2026, 10, 19).getTime());
  expect(earliestOf({ time: '30d' }, now)).toBe(new Date(2026, 9, 21).getTime());
});

it('lists by who started a job, and when', () => {
  const job = { osUser: 'ada', startedAtMillis: now } as Job;
  expect(isListed(job, {}, null)).toBe(true);
  expect(isListed(job, { by: 'grace' }, null)).toBe(false);
  expect(isListed(job, { by: 'ada' }, now + 1)).toBe(false);
});
