/** The users list, page by page. */
import { type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { Omitted } from '#contract/definitions.ts';
import { userPageSize } from '#contract/limits.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { fewAtOnce } from '#lib/few-at-once.ts';
import { useAfterPress, useLatch } from '#lib/on-demand.ts';
import { searchPattern } from '#lib/search.ts';
import { usersPlace } from '#window/url-state.ts';
import { readViewState } from '#window/view-state.ts';
import { service } from './api';
import { freshMillis, type Prefetch, prefetchMissing, queryKeys } from './keys';
import { firstSlots, omittedFrom, type PageSlot, pageOfRow, pageStarts, pagesToKeep, withNextSlot, withPage } from './page-window';

/** Filter and order of the list. */
export interface UserFilter {
  readonly q?: string | undefined;
  readonly team?: string | undefined;
  readonly desc: boolean;
}

interface Page {
  readonly items: readonly ServerUser[];
  readonly next: string | null;
  readonly omitted?: Omitted | undefined;
}

export interface UserPages {
  /** Rows known so far; those far from the view have no contents at the moment. */
  readonly count: number;
  /** The pages known so far. */
  readonly slots: readonly PageSlot[];
  /** The user of a row, undefined while its page loads. */
  readonly userAt: (row: number) => ServerUser | undefined;
  /** True until the first page of this filter was read, or failed. */
  readonly isLoading: boolean;
  /** Whether the service has more rows. */
  readonly hasMore: boolean;
  /** Users that couldn’t be read, on the pages known so far. */
  readonly omitted: Omitted | undefined;
  readonly error: unknown;
  /** Whether any user was read since the list was opened: where it was left, only the number of its rows is known. */
  readonly hasUsers: boolean;
  readonly retry: () => void;
  /** Returns the users of rows, both included, and reads pages that aren’t in memory one after another. */
  readonly usersBetween: (first: number, last: number) => Promise<readonly ServerUser[]>;
  /** Sets the visible rows, so that their pages are kept and the next one is read in time. */
  readonly onView: (first: number, last: number) => void;
}

interface View {
  readonly first: number;
  readonly last: number;
}

const top: View = { first: 0, last: 0 };

/** Rows by which the view moves on: with each row, a quick scroll would render the whole list twice. */
const viewStep = 25;

function roundedView(first: number, last: number): View {
  return { first: first - (first % viewStep), last: last - (last % viewStep) + viewStep - 1 };
}

/** Where a list was left: the pages known then, and the first visible row. */
export interface LeftPlace {
  readonly slots: readonly PageSlot[];
  readonly row: number;
}

/** Reads the pages around the view; a new filter starts over, at the top or where the list was left. */
export function useUserPages(connectionId: string, filter: UserFilter, left?: LeftPlace): UserPages {
  const client = useQueryClient();
  const [slots, setSlots] = useState(left?.slots ?? firstSlots);
  const [view, setView] = useState(left === undefined ? top : () => roundedView(left.row, left.row));
  const held = pagesToKeep(slots, view.first, view.last);
  const results = useQueries({ queries: held.map((at) => pageQuery(client, connectionId, filter, slots, at)) });
  const pages = new Map(held.map((at, index) => [at, results[index]]));
  const read = results.map((result, index) => `${held[index]} ${result.dataUpdatedAt}`).join();

  // Before the browser draws, so that the rows are drawn with the page that they are on, and not after it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `held` and `results` derive from the dependencies and are new objects in each render
  useLayoutEffect(() => {
    setSlots((known) => {
      const noted = held.reduce((all, at, index) => notePage(all, at, slots, results[index]?.data), known);
      return withNextSlot(noted, view.last);
    });
  }, [view.last, slots, read]);

  const starts = useMemo(() => pageStarts(slots), [slots]);
  const userAt = (row: number) => {
    const at = pageOfRow(starts, row);
    return pages.get(at)?.data?.items[row - (starts[at] ?? 0)];
  };
  const onView = useCallback((first: number, last: number) => {
    const next = roundedView(first, last);
    setView((known) => (known.first === next.first && known.last === next.last ? known : next));
  }, []);
  const usersBetween = async (first: number, last: number) => {
    const users: ServerUser[] = [];
    for (let at = pageOfRow(starts, first); at < slots.length && (starts[at] ?? 0) <= last; at += 1) {
      // Rows that are known are good enough; those of a page that moved in the meantime are read as they are now.
      const { items } = await client.fetchQuery({
        ...pageQuery(client, connectionId, filter, slots, at),
        staleTime: Number.POSITIVE_INFINITY,
      });
      const start = starts[at] ?? 0;
      users.push(...items.slice(Math.max(0, first - start), last - start + 1));
    }
    return users;
  };
  const failed = results.filter((result) => result.error !== null);
  const hasUsers = useLatch(results.some((result) => result.data !== undefined));
  return {
    count: starts.at(-1) ?? 0,
    slots,
    userAt,
    isLoading: slots[0]?.next === undefined && failed.length === 0,
    hasMore: slots.at(-1)?.next !== null,
    omitted: omittedFrom(slots),
    error: failed[0]?.error ?? null,
    hasUsers,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    usersBetween,
    onView,
  };
}

/** One team's members take a request, and a list shows many teams. */
const inTurn = fewAtOnce(3);

/** Of a team's members, as many as one page has, and whether there are more. */
function memberCount({ items, next, omitted }: Page): { count: number; isMore: boolean } {
  return { count: items.length + (omitted?.count ?? 0), isMore: next !== null };
}

/**
 * Reads how many members a team has: the first page of them, with which the list of its members then starts. A few teams are read at a time, and
 * not those whose row is out of view by then.
 */
export function useMemberCount(connectionId: string, teamId: string) {
  const client = useQueryClient();
  const page = pageQuery(client, connectionId, { team: teamId, desc: false }, firstSlots, 0);
  return useQuery({ ...page, queryFn: ({ signal }) => inTurn(page.queryFn, signal), select: memberCount });
}

/** Returns the number of the project's users as the overview has read it; undefined if it didn't, or users were changed since. */
export function useKnownTotal(connectionId: string): number | undefined {
  const client = useQueryClient();
  const query = service.metrics.read.query({ actor: 'project', connectionId });
  const { data } = useQuery({ ...query, enabled: false });
  return client.getQueryState(query.queryKey)?.isInvalidated === false ? data?.total_users : undefined;
}

/** Ignores a page that was read for slots that have changed since. */
function notePage(all: readonly PageSlot[], at: number, asked: readonly PageSlot[], page: Page | undefined): readonly PageSlot[] {
  if (page === undefined || all[at]?.cursor !== asked[at]?.cursor) return all;
  const { items, next, omitted } = page;
  return withPage(all, at, { ids: items.map(({ id }) => id), next, omitted });
}

function pageKey(connectionId: string, filter: UserFilter, cursor: string | null) {
  return [...queryKeys.users(connectionId), filter, cursor] as const;
}

/** Returns a user from the cached pages. Searched on demand: indexing each row of each page would make scrolling stutter. */
export function cachedUser(client: QueryClient, connectionId: string, userId: string): ServerUser | undefined {
  for (const [, page] of client.getQueriesData<Page>({ queryKey: queryKeys.users(connectionId) })) {
    const found = page?.items.find(({ id }) => id === userId);
    if (found !== undefined) return found;
  }
  return undefined;
}

function pageQuery(client: QueryClient, connectionId: string, filter: UserFilter, slots: readonly PageSlot[], at: number) {
  const cursor = slots[at]?.cursor ?? null;
  const before = slots[at - 1];
  return {
    queryKey: pageKey(connectionId, filter, cursor),
    staleTime: freshMillis,
    queryFn: async (): Promise<Page> => {
      const page = await readPage(connectionId, filter, cursor, before?.lastIds ?? []);
      // All rows to continue from were deleted: the page before has the next cursor when it is read again.
      if (isEmpty(page) && before) void client.invalidateQueries({ queryKey: pageKey(connectionId, filter, before.cursor), exact: true });
      return page;
    },
  };
}

/** A cursor whose row was deleted returns an empty page that looks like the end: reading then continues from the last existing row. */
async function readPage(connectionId: string, filter: UserFilter, cursor: string | null, before: readonly string[]): Promise<Page> {
  const page = await ask(connectionId, filter, cursor, userPageSize);
  if (cursor === null || !isEmpty(page)) return page;
  for (const id of before) {
    const again = await ask(connectionId, filter, id, userPageSize + 1);
    if (!isEmpty(again)) return { ...again, items: again.items.filter((user) => user.id !== id) };
  }
  return page;
}

/** A page whose users couldn’t be read is not empty. */
function isEmpty({ items, omitted }: Page): boolean {
  return items.length === 0 && omitted === undefined;
}

/** The query of a page of the list, which starts with the user whose ID is `cursor`. */
export function listQuery({ q, team, desc }: UserFilter, cursor: string | null, limit: number) {
  return {
    limit,
    desc,
    order_by: 'signed_up_at' as const,
    ...(q ? { query: searchPattern(q) } : {}),
    ...(team ? { team_id: team } : {}),
    ...(cursor === null ? {} : { cursor }),
  };
}

async function ask(connectionId: string, filter: UserFilter, cursor: string | null, limit: number): Promise<Page> {
  const query = listQuery(filter, cursor, limit);
  const { items, pagination, omitted } = await service.users.list({ actor: 'project', connectionId, query });
  return { items, next: pagination.next_cursor, omitted };
}

/** The direction in which the list was left, as a state of the view: newest first. */
export const usersDirection = { key: 'users.desc', initial: true, fits: (value: unknown): value is boolean => typeof value === 'boolean' };

/** Reads the first page of the list at an address, which `useLoadedFilter` waits for. */
export const prefetchUsers: Prefetch = async (client, { connectionId, search }) => {
  const { q, team, desc } = usersPlace(search);
  const left = (await readViewState(connectionId))[usersDirection.key];
  const filter = { q, team, desc: desc ?? (usersDirection.fits(left) ? left : usersDirection.initial) };
  await prefetchMissing(client, pageQuery(client, connectionId, filter, firstSlots, 0));
};

/** The filter of the rows that are shown: the requested one once its first page was read and no row is pressed, until then the previous one. */
export function useLoadedFilter(connectionId: string, wanted: UserFilter): { shown: UserFilter; isStale: boolean } {
  const client = useQueryClient();
  const [shown, setShown] = useState(wanted);
  const afterPress = useAfterPress();
  const first = useQuery(pageQuery(client, connectionId, wanted, firstSlots, 0));
  const key = JSON.stringify(wanted);
  const isSame = JSON.stringify(shown) === key;
  const isSettled = first.data !== undefined || first.error !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `wanted` is compared by value, in `key`
  useEffect(() => {
    if (isSettled && !isSame) afterPress(() => setShown(wanted));
  }, [isSettled, isSame, key, afterPress]);
  return { shown, isStale: !isSame };
}
