/** Entries of the journal in this window: lists, which follow what is recorded, and single ones. */
import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { JournalEntry, JournalFilter } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { topicNow, useTopic } from '#data/topics.ts';
import { type EntryPage, type EntryPages, entriesOf, firstPage, newestOf, type PageToRead, pageAfter, withChanges } from './entry-pages';

/** Milliseconds between two reads of an entry that is shown, at least. */
const minMillis = 500;
/** Changes up to which a list takes them in one by one. */
const maxChanges = 500;

const journalKey = ['journal'] as const;
const listKey = (filter: JournalFilter) => [...journalKey, 'list', filter] as const;
const entryKey = (seq: number) => [...journalKey, 'entry', seq] as const;

/** Returns the query of the first page of a list, and of those after it. */
function listQuery(filter: JournalFilter) {
  return {
    queryKey: listKey(filter),
    initialPageParam: firstPage,
    queryFn: async ({ pageParam: { before, limit } }: { pageParam: PageToRead }): Promise<EntryPage> => {
      const place = before === null ? {} : { before };
      // Before it is read: what is recorded in the meantime is taken in afterwards.
      const end = topicNow('journal.state').end ?? 0;
      const { entries, hasMore } = await api.journal.list({ filter, ...place, limit });
      const through = Math.max(end, entries[0]?.seq ?? 0);
      return { entries, next: hasMore ? (entries.at(-1)?.seq ?? null) : null, through };
    },
    getNextPageParam: pageAfter,
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
  useFollowList(filter, data?.pages[0]?.through);
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
  useFollowEntry(seq);
  // What was recorded of it while it wasn't shown is read with it.
  const refetchOnMount = 'always';
  return useQuery({
    queryKey: entryKey(seq),
    queryFn: () => api.journal.read({ seq }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount,
  });
}

function useFollowEntry(seq: number): void {
  const client = useQueryClient();
  const { end } = useTopic('journal.state');
  const seen = useRef(end);
  const readAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    if (end === seen.current) return;
    // Each write changes the end twice: beside a job of thousands, the entry would be read for each.
    const wait = Math.max(0, readAt.current + minMillis - performance.now());
    const timer = setTimeout(() => {
      seen.current = end;
      readAt.current = performance.now();
      void client.invalidateQueries({ queryKey: entryKey(seq) });
    }, wait);
    return () => clearTimeout(timer);
  }, [client, end, seq]);
}

/** Takes in what was recorded since a list was read, also while no screen showed it. `through` is up to where it is known; undefined until it was read. */
function useFollowList(filter: JournalFilter, through: number | undefined): void {
  const client = useQueryClient();
  const { end } = useTopic('journal.state');
  const latest = useRef(filter);
  latest.current = filter;
  const isRunning = useRef(false);
  useEffect(() => {
    const follow = async () => {
      if (isRunning.current) return;
      isRunning.current = true;
      try {
        for (let tried = ''; ; ) {
          const now = topicNow('journal.state').end;
          const of = latest.current;
          const known = client.getQueryData<EntryPages>(listKey(of));
          const since = known?.pages[0]?.through;
          const trial = JSON.stringify([of, now]);
          // What a try couldn't take in isn't tried again before the next change.
          if (known === undefined || since === undefined || now === null || now === since || trial === tried) return;
          tried = trial;
          await takeIn(client, { filter: of, known, since, now });
        }
      } catch {
        // What couldn't be read is shown with the next change, or when the user refreshes.
      } finally {
        isRunning.current = false;
      }
    };
    if (through !== undefined && end !== through) void follow();
  }, [client, end, through]);
}

interface Recorded {
  readonly filter: JournalFilter;
  readonly known: EntryPages;
  readonly since: number;
  readonly now: number;
}

async function takeIn(client: QueryClient, { filter, known, since, now }: Recorded): Promise<void> {
  const queryKey = listKey(filter);
  // Another chain, or one that was set back.
  if (now < since) return client.invalidateQueries({ queryKey });
  const changed = await api.journal.list({ filter: { changedAfter: since }, limit: maxChanges });
  const fresh = await api.journal.list({ filter, after: newestOf(known), limit: maxChanges });
  if (changed.hasMore || fresh.hasMore) return client.invalidateQueries({ queryKey });
  const recorded = { changed: changed.entries, fresh: [...fresh.entries].reverse(), through: now };
  client.setQueryData<EntryPages>(queryKey, (own) => own && withChanges(own, recorded));
}
