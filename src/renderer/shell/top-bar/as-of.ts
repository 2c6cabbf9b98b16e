import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';

interface AsOf {
  /** When the newest data on the screen arrived; 0 when the screen shows none. */
  readonly millis: number;
  readonly fetching: boolean;
  refresh(): void;
}

/** Returns the age of the screen's data, and a function that reloads it. */
export function useAsOf(): AsOf {
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const subscribe = useCallback((changed: () => void) => cache.subscribe(changed), [cache]);
  const newest = () =>
    cache
      .findAll({ type: 'active' })
      .map((query) => query.state.dataUpdatedAt)
      .reduce((a, b) => Math.max(a, b), 0);
  const millis = useSyncExternalStore(subscribe, newest);
  const fetching = useIsFetching({ type: 'active' }) > 0;
  return { millis, fetching, refresh: () => void client.invalidateQueries({ type: 'active' }) };
}
