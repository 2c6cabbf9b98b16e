import { useMemo } from 'react';
import type { Connection } from '../../contract/bridge/connections';
import { type ProjectOwner, projectOwner } from '../lib/rules/project-owner';
import { accountsStore } from './accounts';
import { useConnections } from './connections';

/** Returns the owner of a connection; null for one that is not opened by an owner's session. */
export function useProjectOwner(connection: Connection | undefined): ProjectOwner | null {
  const accounts = accountsStore((state) => state.value);
  const connections = useConnections();
  return useMemo(() => connection && projectOwner(connection, connections, accounts), [connection, connections, accounts]) ?? null;
}
