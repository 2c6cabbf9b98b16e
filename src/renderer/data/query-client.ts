import { type Query, QueryClient, replaceEqualDeep } from '@tanstack/react-query';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { queryKeys } from './keys';

/** Milliseconds after which data that no part of the window uses is dropped. */
const unusedDataMillis = 5_000;

/** The service's data. Retrying and pausing are the main process's business, which knows about networks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: false,
      networkMode: 'always',
      gcTime: unusedDataMillis,
      refetchOnWindowFocus: false,
      structuralSharing: shareEqualParts,
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/**
 * Returns the new value of a query with those parts of the old one that are equal, so that what shows them isn't drawn again. The copy loses a
 * key named `__proto__`, which metadata can have: a value with one is returned as it is.
 */
export function shareEqualParts(before: unknown, after: unknown): unknown {
  return hasProtoKey(after) ? after : replaceEqualDeep(before, after);
}

function hasProtoKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasProtoKey);
}

/** Minimum number of milliseconds between two starts for one query. */
export const refreshPauseMillis = 300;

interface Refresher {
  /** Marks the queries that match as stale. Those in use are read again, once more if a request is running. */
  refresh(isStale: (query: Query) => boolean): void;
}

/** Creates a refresher. `after` runs a task once a number of milliseconds has passed. */
export function createRefresher(client: QueryClient, now: () => number, after: (millis: number, task: () => void) => void): Refresher {
  const startedAt = new Map<string, number>();
  const waiting = new Set<string>();

  const start = ({ queryKey, queryHash }: Query) => {
    startedAt.set(queryHash, now());
    void client.refetchQueries({ queryKey, exact: true, type: 'active' }, { cancelRefetch: false }).catch(() => undefined);
  };
  const request = (query: Query) => {
    const { queryHash } = query;
    if (waiting.has(queryHash)) return;
    waiting.add(queryHash);
    const proceed = () => {
      // What is being read now may be from before the write.
      if (query.state.fetchStatus === 'fetching') return void query.fetch().then(proceed, proceed);
      const pause = (startedAt.get(queryHash) ?? Number.NEGATIVE_INFINITY) + refreshPauseMillis - now();
      if (pause > 0) return after(pause, proceed);
      waiting.delete(queryHash);
      start(query);
    };
    proceed();
  };

  return {
    refresh(isStale) {
      void client.invalidateQueries({ predicate: isStale, refetchType: 'none' });
      for (const query of client.getQueryCache().findAll({ predicate: isStale, type: 'active' })) request(query);
    },
  };
}

type Known = Pick<Account, 'id' | 'connectionId' | 'state'>;

/** Removes the data of accounts that ended or were removed; `before` and `now` are all accounts. */
export function removeEndedAccounts(client: QueryClient, before: readonly Known[], now: readonly Known[]): void {
  for (const { id, connectionId, state } of before) {
    const isAlive = now.some((account) => account.id === id && account.state !== 'invalid');
    if (state !== 'invalid' && !isAlive) client.removeQueries({ queryKey: queryKeys.account(connectionId, id) });
  }
}

type Detected = Pick<Connection, 'id' | 'features'>;

/** Invalidates the data of connections whose features changed; `before` and `now` are all connections. */
export function invalidateDetected(client: QueryClient, before: readonly Detected[], now: readonly Detected[]): void {
  for (const { id, features } of now) {
    const known = before.find((connection) => connection.id === id);
    if (known === undefined || isSame(known.features, features)) continue;
    // Before the first detection, dependent calls wait: those in progress use its result.
    const isFirst = known.features === null;
    void client.invalidateQueries({
      queryKey: queryKeys.connection(id),
      predicate: ({ state }) => !isFirst || state.fetchStatus === 'idle',
    });
  }
}

function isSame(one: Connection['features'], other: Connection['features']): boolean {
  return textOf(one) === textOf(other);
}

function textOf(features: Connection['features']): string {
  return JSON.stringify(features && Object.entries(features).sort(([one], [other]) => one.localeCompare(other)));
}
