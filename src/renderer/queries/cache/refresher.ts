/** Reads stale queries again: one request at a time for each, and at most one start in 300 ms. */
import type { Query, QueryClient } from '@tanstack/react-query';

/** Minimum number of milliseconds between two starts for one query. */
export const refreshPauseMillis = 300;

export interface Refresher {
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
