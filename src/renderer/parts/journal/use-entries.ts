/** Entries of the journal in this window: lists, which follow what is recorded, and single ones. */
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JournalEntry, JournalFilter } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { topicNow, useTopic } from '#data/topics.ts';
import { type EntryPage, type EntryPages, entriesOf, newestOf, withChanges } from './entry-pages';

/** Entries on each page. */
const pageSize = 100;
/** Changes up to which a list takes them in one by one. */
const maxChanges = 500;

const journalKey = ['journal'] as const;
const listKey = (filter: JournalFilter) => [...journalKey, 'list', filter] as const;
const entryKey = (seq: number) => [...journalKey, 'entry', seq] as const;

/** Returns the query of the first page of a list, and of those after it. */
function listQuery(filter: JournalFilter) {
  return {
    queryKey: listKey(filter),
    initialPageParam: null,
    queryFn: async ({ pageParam }: { pageParam: number | null }): Promise<EntryPage> => {
      const before = pageParam === null ? {} : { before: pageParam };
      const { entries, hasMore } = await api.journal.list({ filter, ...before, limit: pageSize });
      return { entries, next: hasMore ? (entries.at(-1)?.seq ?? null) : null };
    },
    getNextPageParam: ({ next }: EntryPage) => next,
    staleTime: Number.POSITIVE_INFINITY,
  };
}

export interface JournalEntries {
  /** Newest first, without those that were recorded since and aren't shown yet. Undefined until the first page was read. */
  readonly entries: readonly JournalEntry[] | undefined;
  /** Number of newer entries that aren't shown yet. */
  readonly newCount: number;
  /** Shows them. */
  readonly showNew: () => void;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Reads the next page, unless it is being read. */
  readonly loadMore: () => void;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
}

/**
 * Reads the entries of a filter page by page, the newest first, and follows what is recorded: changed ones are replaced in their places, new ones are
 * counted until `showNew`. The filter is compared by value; another one starts over.
 */
export function useJournalEntries(filter: JournalFilter): JournalEntries {
  const key = JSON.stringify(filter);
  const query = useInfiniteQuery(listQuery(filter));
  const { data, error, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage, refetch } = query;
  const [top, setTop] = useState<{ readonly key: string; readonly seq: number } | null>(null);
  useFollowJournal(filter);
  const newest = data === undefined ? null : newestOf(data);
  // What was there at first; an empty list takes in what comes.
  const shownTo = top?.key === key && top.seq > 0 ? top.seq : newest;
  if (newest !== null && (top?.key !== key || (top.seq === 0 && newest > 0))) setTop({ key, seq: newest });
  const all = useMemo(() => data && entriesOf(data), [data]);
  const entries = useMemo(() => all?.filter(({ seq }) => seq <= (shownTo ?? 0)), [all, shownTo]);
  return {
    entries,
    newCount: (all?.length ?? 0) - (entries?.length ?? 0),
    showNew: () => newest !== null && setTop({ key, seq: newest }),
    hasMore: hasNextPage,
    isLoadingMore: isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    },
    error,
    isFetching,
    retry: () => void refetch(),
  };
}

/** Returns whether the first page of a filter was read, or couldn't be. */
export function useIsListed(filter: JournalFilter): boolean {
  const { data, error } = useInfiniteQuery(listQuery(filter));
  return data !== undefined || error !== null;
}

/** Returns one entry, which follows what is recorded of it. `data` is null if there is none of this number, or it was removed. */
export function useJournalEntry(seq: number) {
  useFollowJournal(null);
  return useQuery({ queryKey: entryKey(seq), queryFn: () => api.journal.read({ seq }), staleTime: Number.POSITIVE_INFINITY });
}

/** Takes in what was recorded since the list was read, or of the single entries. */
function useFollowJournal(filter: JournalFilter | null): void {
  const client = useQueryClient();
  const { end } = useTopic('journal.state');
  const seen = useRef<number | null>(end);
  const latest = useRef(filter);
  latest.current = filter;
  const isRunning = useRef(false);
  useEffect(() => {
    const follow = async () => {
      if (isRunning.current) return;
      isRunning.current = true;
      try {
        for (;;) {
          const now = topicNow('journal.state').end;
          const since = seen.current;
          if (now === null || now === since) return;
          seen.current = now;
          // Before the journal was open, nothing was shown of it.
          if (since !== null && since < now) await takeIn(client, latest.current, since);
        }
      } catch {
        // What couldn't be read is shown with the next change, or when the user refreshes.
      } finally {
        isRunning.current = false;
      }
    };
    if (end !== seen.current) void follow();
  }, [client, end]);
}

async function takeIn(client: QueryClient, filter: JournalFilter | null, since: number): Promise<void> {
  const changed = await api.journal.list({ filter: { changedAfter: since }, limit: maxChanges });
  if (filter === null) {
    for (const entry of changed.entries) if (client.getQueryData(entryKey(entry.seq))) client.setQueryData(entryKey(entry.seq), entry);
    if (changed.hasMore) await client.invalidateQueries({ queryKey: [...journalKey, 'entry'] });
    return;
  }
  const queryKey = listKey(filter);
  const known = client.getQueryData<EntryPages>(queryKey);
  if (known === undefined) return;
  const fresh = await api.journal.list({ filter, after: newestOf(known), limit: maxChanges });
  if (changed.hasMore || fresh.hasMore) return client.invalidateQueries({ queryKey });
  client.setQueryData<EntryPages>(queryKey, (now) => now && withChanges(now, changed.entries, [...fresh.entries].reverse()));
}
