import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';

/** The address of a screen that is being opened. */
export interface Arrival {
  readonly connectionId: string;
  readonly search: URLSearchParams;
}

/** Sends the request that a screen starts with, before the screen does. The screen uses its result, or waits for it. */
export type Prefetch = (client: QueryClient, arrival: Arrival) => Promise<void>;

/** Sends a query of which nothing is in memory: what is there is shown at once, and read again by the screen if it is too old. */
export async function prefetchMissing<T, K extends QueryKey>(client: QueryClient, query: FetchQueryOptions<T, Error, T, K>): Promise<void> {
  if (client.getQueryData(query.queryKey) === undefined) await client.prefetchQuery(query);
}
