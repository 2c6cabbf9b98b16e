/** What a screen that reads several things says of those that failed. */
import type { ErrorReport } from '#contract/errors.ts';
import { reportOf } from './error-text';

interface Read {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => Promise<unknown>;
}

interface ReadFailure {
  readonly report: ErrorReport;
  /** Reads again all that failed, not only what the report is about. */
  readonly onRetry: () => void;
  readonly busy: boolean;
}

/** Returns why a read failed, first of those without data; undefined if none failed. */
export function failureOfReads(reads: readonly Read[]): ReadFailure | undefined {
  const failed = reads.filter(({ error }) => error !== null);
  const said = failed.find(({ data }) => data === undefined) ?? failed[0];
  if (said === undefined) return undefined;
  return {
    report: reportOf(said.error),
    onRetry: () => failed.forEach(({ refetch }) => void refetch()),
    busy: failed.some(({ isFetching }) => isFetching),
  };
}
