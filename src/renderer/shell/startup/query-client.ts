import { QueryClient } from '@tanstack/react-query';
import { shareEqualParts } from '../../queries/cache/share-equal-parts';

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
