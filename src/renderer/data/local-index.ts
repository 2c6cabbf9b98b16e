/** The index of users and teams of a connection, and the lists that it answers. */
import { keepPreviousData, type UseQueryOptions, type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { FoundUsers, IndexState } from '#contract/bridge/local-index.ts';
import type { UserQuery, UserScope } from '#contract/query/user-query.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { useLatch } from '#lib/on-demand.ts';
import { api } from './api';
import { createIndexRequests } from './index-requests';
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

interface Page<T> {
  /** As in the service's lists, whose cached users are shown until they were read again. */
  readonly items: readonly T[];
  readonly total: FoundUsers['total'];
}

type UserPage = Page<ServerUser> & FoundUsers;

/** A list of the index, of which the pages around the view are kept. */
interface IndexPages<T, P> {
  /** What the latest page said about all of the list; undefined until one was read. */
  readonly found: P | undefined;
  /** Rows of the list, those known so far if not all were counted. */
  readonly count: number;
  readonly itemAt: (row: number) => T | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
  readonly error: unknown;
  readonly hasItems: boolean;
  readonly retry: () => void;
  readonly onView: (first: number, last: number) => void;
}

/** The list of a scope, as the index has it. */
export interface IndexedUsers extends UserPages {
  readonly found: FoundUsers | undefined;
}

const requests = createIndexRequests();

const indexKey = (connectionId: string) => [...queryKeys.users(connectionId), 'index'] as const;

/** A page that is in memory isn’t read again. */
const asKnown = { staleTime: Number.POSITIVE_INFINITY };

/** The list that the user waits for cancels what runs. */
const againIfCancelled = {
  retry: (count: number, thrown: Error) => count < 5 && reportOf(thrown).code === 'cancelled',
  retryDelay: 20,
};

function pageQuery(connectionId: string, scope: UserScope, page: number) {
  return {
    ...againIfCancelled,
    queryKey: [...indexKey(connectionId), scope, page] as const,
    queryFn: async (): Promise<UserPage> => {
      const found = await requests.run(JSON.stringify(scope), page === 0, () =>
        api.localIndex.findUsers({ connectionId, ...scope, offset: page * pageSize, limit: pageSize }),
      );
      return { ...found, items: found.users };
    },
  };
}

/**
 * Returns the number of users of a scope: exactly as soon as they are counted, and at least so many until then. A search for something else
 * cancels counting.
 */
function useExactTotal(
  connectionId: string,
  { query }: UserScope,
  known: FoundUsers['total'] | undefined,
): FoundUsers['total'] | undefined {
  const { data } = useQuery({
    ...againIfCancelled,
    // By then, the list that canceled it is there, unless it is the same one.
    retryDelay: 200,
    queryKey: [...indexKey(connectionId), 'matching', query],
    queryFn: async () => ({ items: [], count: await api.localIndex.countMatching({ connectionId, query }) }),
    enabled: known?.isExact === false,
  });
  if (known === undefined || known.isExact || data === undefined) return known;
  // Users may have come since they were counted.
  return { count: Math.max(data.count, known.count), isExact: true };
}

/** Reads the pages around the view of a scope whose first page was read. What the index takes in is read again. */
export function useIndexedUsers(connectionId: string, scope: UserScope): IndexedUsers {
  const client = useQueryClient();
  const { itemAt, hasItems, ...pages } = useIndexPages<ServerUser, UserPage>(connectionId, (page) => pageQuery(connectionId, scope, page));
  const total = useExactTotal(connectionId, scope, pages.found?.total);
  return {
    ...pages,
    found: withTotal(pages.found, total),
    count: total?.count ?? 0,
    hasMore: total?.isExact === false,
    slots: [],
    userAt: itemAt,
    omitted: undefined,
    hasUsers: hasItems,
    usersBetween: (first, last) =>
      readBetween((page) => client.fetchQuery({ ...pageQuery(connectionId, scope, page), ...asKnown }), first, last),
  };
}

/** Which teams a list of the index has. */
export interface TeamScope {
  readonly text: string;
  readonly by: 'name' | 'created';
  readonly desc: boolean;
}

function teamPageQuery(connectionId: string, scope: TeamScope, page: number) {
  return {
    ...againIfCancelled,
    queryKey: [...queryKeys.teams(connectionId), 'index', scope, page] as const,
    queryFn: async () => {
      const { teams, ...found } = await api.localIndex.findTeams({ connectionId, ...scope, offset: page * pageSize, limit: pageSize });
      return { ...found, items: teams };
    },
  };
}

interface IndexedTeams extends IndexPages<ServerTeam, TeamPage> {
  /** Returns the teams of rows, both included, and reads those that aren’t in memory. */
  readonly teamsBetween: (first: number, last: number) => Promise<readonly ServerTeam[]>;
}

type TeamPage = Awaited<ReturnType<ReturnType<typeof teamPageQuery>['queryFn']>>;

/** The teams that the index finds by their names, IDs, and metadata, of a scope whose first page was read. */
export function useIndexedTeams(connectionId: string, scope: TeamScope): IndexedTeams {
  const client = useQueryClient();
  const queryOf = (page: number) => teamPageQuery(connectionId, scope, page);
  return {
    ...useIndexPages<ServerTeam, TeamPage>(connectionId, queryOf),
    teamsBetween: (first, last) => readBetween((page) => client.fetchQuery({ ...queryOf(page), ...asKnown }), first, last),
  };
}

/** Reads the pages around the view of a list. */
function useIndexPages<T, P extends Page<T>>(
  connectionId: string,
  queryOf: (page: number) => UseQueryOptions<P, Error, P>,
): IndexPages<T, P> {
  const [view, setView] = useState({ first: 0, last: 0 });
  useFollowIndex(connectionId);
  const pages = useMemo(() => pagesInView(view.first, view.last), [view]);
  const results = useQueries({ queries: pages.map(queryOf) }) as UseQueryResult<P>[];
  const pageData = new Map(pages.map((page, at) => [page, results[at]?.data]));
  const latest = results.reduce<P | undefined>((found, { data }) => data ?? found, undefined);
  const failed = results.filter((result) => result.error !== null);
  const hasItems = useLatch(latest !== undefined);
  return {
    found: latest,
    count: latest?.total.count ?? 0,
    itemAt: (row) => pageData.get(Math.floor(row / pageSize))?.items[row % pageSize],
    isLoading: latest === undefined && failed.length === 0,
    hasMore: latest?.total.isExact === false,
    error: failed[0]?.error ?? null,
    hasItems,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    onView: useCallback((first: number, last: number) => setView({ first, last }), []),
  };
}

function pagesInView(first: number, last: number): number[] {
  const from = Math.floor(Math.max(0, first - margin) / pageSize);
  const to = Math.floor((last + margin) / pageSize);
  return Array.from({ length: to - from + 1 }, (_page, at) => from + at);
}

/** Returns the items of rows, both included, and reads pages that aren’t in memory one after another. */
async function readBetween<T>(read: (page: number) => Promise<Page<T>>, first: number, last: number): Promise<readonly T[]> {
  const found: T[] = [];
  for (let page = Math.floor(first / pageSize); page * pageSize <= last; page += 1) {
    const { items } = await read(page);
    const start = page * pageSize;
    found.push(...items.slice(Math.max(0, first - start), last - start + 1));
    if (items.length < pageSize) break;
  }
  return found;
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
    for (const queryKey of [indexKey(connectionId), [...queryKeys.teams(connectionId), 'index']])
      void client.invalidateQueries({ queryKey });
  }, [client, connectionId, version, seen]);
}

/** As {@link useLoadedScope}, for a list of teams. */
export function useLoadedTeamScope(connectionId: string, wanted: TeamScope): { readonly shown: TeamScope; readonly isStale: boolean } {
  const { data, error } = useQuery(teamPageQuery(connectionId, wanted, 0));
  return useShownWhenLoaded(wanted, data !== undefined || error !== null);
}

interface LoadedScope {
  readonly shown: UserScope;
  readonly isStale: boolean;
  /** What the latest answer said about the list, also that for the scope before. */
  readonly found: Omit<FoundUsers, 'users'> | undefined;
}

/** Returns the scope of the rows that are shown: the wanted one once its first page was read and no row is pressed. */
export function useLoadedScope(connectionId: string, wanted: UserScope): LoadedScope {
  // Before the query is sent.
  useLayoutEffect(() => requests.want(JSON.stringify(wanted)), [wanted]);
  const { data, error, isPlaceholderData } = useQuery({ ...pageQuery(connectionId, wanted, 0), placeholderData: keepPreviousData });
  const isSettled = (data !== undefined && !isPlaceholderData) || error !== null;
  const total = useExactTotal(connectionId, wanted, isPlaceholderData ? undefined : data?.total);
  return { ...useShownWhenLoaded(wanted, isSettled), found: withTotal(data, total) };
}

function withTotal<F extends Pick<FoundUsers, 'total'>>(found: F | undefined, total: FoundUsers['total'] | undefined): F | undefined {
  return found === undefined || total === undefined || total === found.total ? found : { ...found, total };
}

/** Returns a user as the index has them, while the service can’t be read; null if that isn’t needed, or the index doesn’t have them. */
export function useIndexedUser(connectionId: string, userId: string, isNeeded: boolean) {
  const isOn = isUsable(useIndexState(connectionId));
  const { data } = useQuery({
    queryKey: [...indexKey(connectionId), 'user', userId],
    queryFn: async () => {
      const found = await api.localIndex.readUser({ connectionId, userId });
      return { items: found === null ? [] : [found.user] };
    },
    enabled: isOn && isNeeded,
  });
  return isNeeded ? (data?.items[0] ?? null) : null;
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
    const { users } = await requests.run(JSON.stringify(scope), false, () =>
      api.localIndex.findUsers({ connectionId, ...scope, offset, limit: copyPage }),
    );
    for (const user of users) emails.set(user.id, user.primary_email);
    if (users.length < copyPage) break;
  }
  return ids.flatMap((id) => emails.get(id) ?? []);
}
