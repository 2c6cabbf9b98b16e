import { QueryClient } from '@tanstack/react-query';
import { shareEqualParts } from '../../queries/cache/share-equal-parts';

/** The service's data. Retrying and pausing are the main process's business, which knows about networks. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always', gcTime: 5000, refetchOnWindowFocus: false, structuralSharing: shareEqualParts },
    mutations: { retry: false, networkMode: 'always' },
  },
});
