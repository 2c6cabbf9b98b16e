/** Jobs: previews of what would be sent, and those that run. */
import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ErrorReport } from '#contract/errors.ts';
import type { JobOptions, JobPreview, RunningJob } from '#contract/jobs/job.ts';
import { progressOf } from '#contract/jobs/job-counts.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { api } from './api';
import { queryKeys } from './keys';
import { topicStores, useTopic } from './topics';

const ofConnection = (all: readonly RunningJob[] | null, connectionId: string) =>
  (all ?? []).filter((job) => job.connectionId === connectionId);

/** Returns the jobs of a connection that haven't ended, in the order in which they are run. */
export function useRunningJobs(connectionId: string): readonly RunningJob[] {
  const all = useTopic('jobs.running');
  return useMemo(() => ofConnection(all, connectionId), [all, connectionId]);
}

/** Returns how many jobs of a connection haven't ended. Their progress, which comes several times a second, renders nothing. */
export function useRunningJobCount(connectionId: string): number {
  return topicStores['jobs.running'](({ value }) => ofConnection(value, connectionId).length);
}

/** Returns how many percent of the rows of a connection's jobs have a result; null without jobs. Renders only for another percent. */
export function useJobPercent(connectionId: string): number | null {
  return topicStores['jobs.running'](({ value }) => {
    const progress = progressOf(ofConnection(value, connectionId));
    return progress === null ? null : Math.floor(progress * 100);
  });
}

type PreviewState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly report: ErrorReport }
  | { readonly kind: 'ready'; readonly preview: JobPreview };

export interface OwnPreview {
  readonly state: PreviewState;
  /** Fixes the rows once more, with what is true by then. */
  readonly again: () => void;
  /** Keeps the preview when the component goes, because it was started. */
  readonly keep: () => void;
}

/**
 * Previews a job by a call of the bridge: that of the first render. The preview ends with the component: one that is still being made is canceled, and
 * one that wasn't started is deleted.
 */
export function useOwnPreview(make: () => Promise<JobPreview>): OwnPreview {
  const [state, setState] = useState<PreviewState>({ kind: 'loading' });
  const [turn, setTurn] = useState(0);
  const making = useRef(make);
  const started = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn asks once more
  useEffect(() => {
    let isOver = false;
    let id: string | null = null;
    setState({ kind: 'loading' });
    void making.current().then(
      (preview) => {
        if (isOver) return discard(preview.id);
        id = preview.id;
        setState({ kind: 'ready', preview });
      },
      (thrown: unknown) => {
        if (!isOver) setState({ kind: 'failed', report: reportOf(thrown) });
      },
    );
    return () => {
      isOver = true;
      if (id === null) void api.jobs.cancelPreview({}).catch(() => undefined);
      else if (!started.current) discard(id);
    };
  }, [turn]);
  return {
    state,
    again: useCallback(() => setTurn((before) => before + 1), []),
    keep: useCallback(() => {
      started.current = true;
    }, []),
  };
}

/** A preview that can't be deleted now is deleted when its window closes, or a day later. */
function discard(id: string): void {
  void api.jobs.discard({ id }).catch(() => undefined);
}

/** Starts a preview. After a failure that may hide a success, reads whether it was started. */
export async function startJob({ id, hash }: Pick<JobPreview, 'id' | 'hash'>, options: JobOptions): Promise<void> {
  try {
    await api.jobs.start({ id, hash, options });
  } catch (thrown) {
    if (!mayHaveStarted.has(reportOf(thrown).code)) throw thrown;
    await api.jobs.read({ id }).catch(() => {
      throw thrown;
    });
  }
}

const mayHaveStarted: ReadonlySet<string> = new Set(['bridge-lost', 'object-gone', 'timeout']);

/** Rows that are read at once. */
const pageSize = 200;

/** Reads all rows of a job or a preview, page by page, in their order. */
export function useJobRows(id: string) {
  return useInfiniteQuery({
    queryKey: queryKeys.jobRows(id),
    queryFn: ({ pageParam }) => api.jobs.rows({ id, after: pageParam, limit: pageSize }),
    initialPageParam: -1,
    getNextPageParam: ({ rows, hasMore }) => (hasMore ? rows.at(-1)?.n : undefined),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}
