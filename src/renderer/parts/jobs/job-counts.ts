/** Sums of the rows of jobs. */
import type { Job, RowCounts } from '#contract/jobs/job.ts';

/** Returns how many rows a job has. */
export function totalOf(counts: RowCounts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Returns how many rows wait for their turn, or for a response. */
export function pendingOf({ waiting, sent }: RowCounts): number {
  return waiting + sent;
}

/** Returns how many rows have a result. */
export function endedOf(counts: RowCounts): number {
  return totalOf(counts) - pendingOf(counts);
}

/** Returns the part of the rows of several jobs that have a result, from 0 to 1; null without jobs. */
export function progressOf(jobs: readonly Pick<Job, 'counts'>[]): number | null {
  const total = jobs.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  return total === 0 ? null : jobs.reduce((sum, { counts }) => sum + endedOf(counts), 0) / total;
}

/** When rows had a result: milliseconds of a steady clock. */
export interface ProgressSample {
  readonly millis: number;
  readonly ended: number;
}

/** Milliseconds of which the pace is the mean. */
const paceMillis = 20_000;
/** Milliseconds before which a pace says nothing. */
const minMillis = 1_500;

/** Returns the samples with a new one, without those that are too old. Fewer rows than before, as when they are tried again, start over. */
export function withSample(samples: readonly ProgressSample[], next: ProgressSample): readonly ProgressSample[] {
  const last = samples.at(-1);
  if (last !== undefined && next.ended < last.ended) return [next];
  return [...samples.filter(({ millis }) => next.millis - millis <= paceMillis), next];
}

/** Returns how many rows per second had a result lately; null while that isn't known. */
export function paceOf(samples: readonly ProgressSample[]): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.millis - first.millis < minMillis) return null;
  const pace = ((last.ended - first.ended) * 1_000) / (last.millis - first.millis);
  return pace > 0 ? pace : null;
}
