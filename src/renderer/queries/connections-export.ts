/** The export of all connections. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Connection } from '../../contract/bridge/connections';
import { api } from '../api';
import { queryKeys } from './cache/keys';

/** Returns the export as text. Read ahead and again with every change, because a copy must follow its click at once. */
export function useConnectionsExport(connections: readonly Connection[]) {
  return useQuery({
    queryKey: queryKeys.connectionsExport(connections),
    queryFn: () => api.connections.exportAll({}),
    placeholderData: keepPreviousData,
  });
}
