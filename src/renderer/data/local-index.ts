/** The index of users and teams of a connection, and the lists that it answers. */
import { keepPreviousData, type QueryClient, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { FoundUsers, IndexState } from '#contract/bridge/local-index.ts';
import type { UserQuery, UserScope } from '#contract/query/user-query.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useLatch } from '#lib/on-demand.ts';
import { api } from './api';
import { queryKeys } from './keys';
import { topicStores } from './topics';
import { type UserPages, useShownWhenLoaded } from './user-pages';

/** Returns the state of a connection's index; undefined if it has none. */
export function useIndexState(connectionId: string): IndexState | undefined {
  return topicStores['localIndex.state']((state) => state.value?.find((index) => index.connectionId === connectionId));
}

/** Whether lists can be read from an index. */
export function isUsable(index: IndexState | undefined): index is IndexState {
  return index !== undefined && index.state !== 'unavailable';
}

/** Users on each page that is read from the index. */
const pageSize = 100;
/** Rows around the view that are read as well. */
const margin = 40;

interface Page extends FoundUsers {
  /** As in the service's lists, whose cached users are shown until they were read again. */
  readonly items: readonly ServerUser[];
}

/** The list of a scope, as the index has it. */
export interface IndexedUsers extends UserPages {
  /** What the first page said about all of them; undefined until it was read. */
  readonly found: Omit<FoundUsers, 'users'> | undefined;
}

const indexKey = (connectionId: string) => [...queryKeys.users(connectionId), 'index'] as const;

function pageQuery(connectionId: string, scope: UserScope, page: number) {
  return {
    queryKey: [...indexKey(connectionId), scope, page] as const,
    queryFn: async (): Promise<Page> => {
      const found = await api.localIndex.findUsers({ connectionId, ...scope, offset: page * pageSize, limit: pageSize });
      return { ...found, items: found.users };
    },
    // Another list that was asked for in the meantime, such as that of a dialog, cancels this one.
    retry: (count: number, thrown: Error) => count < 5 && reportOf(thrown).code === 'cancelled',
    retryDelay: 20,
  };
}

/** Reads the pages around the view of a scope whose first page was read. What the index takes in is read again. */
export function useIndexedUsers(connectionId: string, scope: UserScope): IndexedUsers {
  const client = useQueryClient();
  const [view, setView] = useState({ first: 0, last: 0 });
  useFollowIndex(connectionId);
  const pages = useMemo(() => pagesInView(view.first, view.last), [view]);
  const results = useQueries({ queries: pages.map((page) => pageQuery(connectionId, scope, page)) });
  const pageData = new Map(pages.map((page, at) => [page, results[at]?.data]));
  const latest = results.reduce<(typeof results)[number] | undefined>(
    (newest, result) => (result.data !== undefined && result.dataUpdatedAt >= (newest?.dataUpdatedAt ?? 0) ? result : newest),
    undefined,
  );
  const count = latest?.data?.total.count ?? 0;
  const failed = results.filter((result) => result.error !== null);
  const hasUsers = useLatch(latest !== undefined);
  return {
    found: latest?.data,
    count,
    slots: [],
    userAt: (row) => pageData.get(Math.floor(row / pageSize))?.items[row % pageSize],
    isLoading: latest === undefined && failed.length === 0,
    hasMore: latest?.data?.total.isExact === false,
    omitted: undefined,
    error: failed[0]?.error ?? null,
    hasUsers,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    usersBetween: (first, last) => readUsers(client, connectionId, scope, first, last),
    onView: useCallback((first: number, last: number) => setView({ first, last }), []),
  };
}

function pagesInView(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first - margin) / pageSize);
  const to = Math.floor((last + margin) / pageSize);
  return Array.from({ length: to - from + 1 }, (_page, at) => from + at);
}

/** Returns the users of rows, both included, and reads pages that aren’t in memory one after another. */
async function readUsers(client: QueryClient, connectionId: string, scope: UserScope, first: number, last: number) {
  const users: ServerUser[] = [];
  for (let page = Math.floor(first / pageSize); page * pageSize <= last; page += 1) {
    const query = pageQuery(connectionId, scope, page);
    const { items } = await client.fetchQuery({ ...query, staleTime: Number.POSITIVE_INFINITY });
    const start = page * pageSize;
    users.push(...items.slice(Math.max(0, first - start), last - start + 1));
    if (items.length < pageSize) break;
  }
  return users;
}

/** Reads what is shown again whenever the index got newer. */
function useFollowIndex(connectionId: string): void {
  const client = useQueryClient();
  const { users, teams, asOfMillis } = useIndexState(connectionId) ?? {};
  const version = JSON.stringify([users, teams, asOfMillis]);
  const [seen, setSeen] = useState(version);
  useEffect(() => {
    if (seen === version) return;
    setSeen(version);
    void client.invalidateQueries({ queryKey: indexKey(connectionId) });
  }, [client, connectionId, version, seen]);
}

interface LoadedScope {
  readonly shown: UserScope;
  readonly isStale: boolean;
  /** What the latest answer said about the list, also that for the scope before. */
  readonly found: Omit<FoundUsers, 'users'> | undefined;
}

/** Returns the scope of the rows that are shown: the wanted one once its first page was read and no row is pressed. */
export function useLoadedScope(connectionId: string, wanted: UserScope): LoadedScope {
  const { data, error, isPlaceholderData } = useQuery({ ...pageQuery(connectionId, wanted, 0), placeholderData: keepPreviousData });
  const isSettled = (data !== undefined && !isPlaceholderData) || error !== null;
  return { ...useShownWhenLoaded(wanted, isSettled), found: data };
}

/** Counts the users of queries, in their order; undefined until they were counted. Old counts stay while they are counted again. */
export function useQueryCounts(connectionId: string, queries: readonly UserQuery[]): readonly number[] | undefined {
  const isOn = isUsable(useIndexState(connectionId));
  const { data } = useQuery({
    queryKey: [...indexKey(connectionId), 'counts', queries],
    queryFn: async () => ({ items: [], counts: await api.localIndex.countUsers({ connectionId, queries: [...queries] }) }),
    enabled: isOn && queries.length > 0,
    placeholderData: keepPreviousData,
  });
  return isOn && data?.counts.length === queries.length ? data.counts : undefined;
}

/** Users that are read at once for copying. */
const copyPage = 500;

/** Returns the IDs of all users of a scope, as it is now. */
export async function readMatchingIds(connectionId: string, scope: UserScope): Promise<readonly string[]> {
  return await api.localIndex.matchingIds({ connectionId, scope });
}

/** Returns the emails of the users of a scope, one by one in its order: of those who match at this moment, and no one who comes in the meantime. */
export async function readMatchingEmails(connectionId: string, scope: UserScope): Promise<readonly string[]> {
  const ids = await readMatchingIds(connectionId, scope);
  const emails = new Map<string, string | null>();
  for (let offset = 0; ; offset += copyPage) {
    const { users } = await api.localIndex.findUsers({ connectionId, ...scope, offset, limit: copyPage });
    for (const user of users) emails.set(user.id, user.primary_email);
    if (users.length < copyPage) break;
  }
  return ids.flatMap((id) => emails.get(id) ?? []);
}
