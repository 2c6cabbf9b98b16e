/** The jobs of a connection, or of all, in this window. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Job, RowState, RunningJob } from '#contract/jobs/job.ts';
import { api } from '#data/api.ts';
import { useTopic } from '#data/topics.ts';
import { jobsKey } from '#parts/jobs/use-job-calls.ts';

const pageSize = 100;

/** Jobs that haven't ended are in the topic, and in the list as they were when it was read. */
const isOpen = ({ state }: Job) => state === 'active' || state === 'paused';

export interface JobList {
  /** In the order in which they are run. */
  readonly active: readonly RunningJob[];
  /** Newest first; undefined until the first page was read. */
  readonly finished: readonly Job[] | undefined;
  readonly hasMore: boolean;
  readonly loadMore: () => void;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/** Reads jobs page by page, and follows those that run. Without a connection, those of all of them. */
export function useJobList(connectionId: string | undefined): JobList {
  const client = useQueryClient();
  const all = useTopic('jobs.running');
  const running = useMemo(() => all.filter((job) => connectionId === undefined || job.connectionId === connectionId), [all, connectionId]);
  const query = useInfiniteQuery({
    queryKey: [...jobsKey, 'list', connectionId ?? null],
    initialPageParam: null,
    queryFn: ({ pageParam }: { pageParam: number | null }) =>
      api.jobs.list({
        ...(connectionId === undefined ? {} : { connectionId }),
        ...(pageParam === null ? {} : { before: pageParam }),
        limit: pageSize,
      }),
    getNextPageParam: ({ jobs, hasMore }) => (hasMore ? (jobs.at(-1)?.startedAtMillis ?? null) : null),
  });
  // Which jobs there are, and not how far they are.
  const present = running.map(({ id, state }) => `${id} ${state}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list is read again when a job starts, ends, or is tried again
  useEffect(() => {
    void client.invalidateQueries({ queryKey: jobsKey });
  }, [client, present]);
  const { data, hasNextPage, isFetching, fetchNextPage } = query;
  const known = useMemo(() => data?.pages.flatMap(({ jobs }) => jobs), [data]);
  const active = useMemo(() => {
    const ids = new Set(running.map(({ id }) => id));
    const others = (known ?? []).filter((job) => isOpen(job) && !ids.has(job.id));
    return [...running, ...others.reverse().map((job) => ({ ...job, pause: null, pausedUntilMillis: null }))];
  }, [running, known]);
  const activeIds = active.map(({ id }) => id).join();
  // Progress, which comes several times a second, is no other list.
  const finished = useMemo(() => {
    const ids = new Set(activeIds.split(','));
    return known?.filter(({ id }) => !ids.has(id));
  }, [known, activeIds]);
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
  return {
    active,
    finished,
    hasMore: hasNextPage,
    loadMore,
    error: query.error,
    isFetching,
    retry: () => void query.refetch(),
  };
}

/** Reads one job, and follows it while it runs. */
export function useJob(id: string): { job: Job | RunningJob | undefined; error: Error | null; isFetching: boolean; retry: () => void } {
  const running = useTopic('jobs.running').find((job) => job.id === id);
  const { data, error, isFetching, refetch } = useQuery({ queryKey: [...jobsKey, 'one', id], queryFn: () => api.jobs.read({ id }) });
  return { job: running ?? data, error, isFetching, retry: () => void refetch() };
}

const rowsPage = 100;

interface RowsIn {
  readonly states: readonly RowState[];
  /** Number of rows that are in one of them. */
  readonly count: number;
  /** Whether the job sends rows. */
  readonly isActive: boolean;
}

/** Reads the rows of a job in some states, page by page, and again when what is shown of them may be another. */
export function useRowsIn(id: string, { states, count, isActive }: RowsIn) {
  const query = useInfiniteQuery({
    queryKey: ['job-rows', id, states],
    initialPageParam: -1,
    queryFn: ({ pageParam }) => api.jobs.rows({ id, states: [...states], after: pageParam, limit: rowsPage }),
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.n : undefined),
  });
  const { refetch, hasNextPage } = query;
  const before = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when the job starts and ends
  useEffect(() => {
    const isMore = count > before.current;
    before.current = count;
    // A job has results in the order of its rows, but for a few: until it ends, those that are added are beyond full pages.
    if (isActive && isMore && hasNextPage) return;
    // One that is in progress is followed by the next change, or shows what is true by now.
    void refetch({ cancelRefetch: false });
  }, [count, isActive, refetch]);
  return query;
}
