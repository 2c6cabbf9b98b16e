import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** The address of a screen that is being opened. */
export interface Arrival {
  readonly connectionId: string;
  readonly search: URLSearchParams;
}

/** Sends the request that a screen starts with, before the screen does. The screen uses its result, or waits for it. */
export type Prefetch = (client: QueryClient, arrival: Arrival) => Promise<void>;

/** Milliseconds for which a list is good enough for another look, such as that of the screen it was requested for. */
export const freshMillis = 5000;

/**
 * Sends a query of which nothing is in memory: what is there is shown at once, and read again by the screen if it is too old. The query
 * must stay fresh for a while, or the screen would send it again.
 */
export async function prefetchMissing<T, K extends QueryKey>(
  client: QueryClient,
  query: FetchQueryOptions<T, Error, T, K> & { staleTime: number },
): Promise<void> {
  if (client.getQueryData(query.queryKey) === undefined) await client.prefetchQuery(query);
}
