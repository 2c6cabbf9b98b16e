/** What keeps a project of an owner from being deleted. */

import { isSameServer } from '../../../../contract/base-url';
import type { Connection } from '../../../../contract/bridge/connections';

type Known = Pick<Connection, 'id' | 'kind' | 'baseUrl' | 'projectId' | 'safety'>;

/**
 * Returns why a project that is listed through a connection to project `internal` can't be deleted: the sandbox requires its demo project,
 * or a connection to the list or to the project is read-only. Null if it can.
 */
export function deletionBarrier(projectId: string, internal: Known, connections: readonly Known[]): 'sandbox' | 'read-only' | null {
  const own = connections.filter((known) => known.projectId === projectId && isSameServer(known.baseUrl, internal.baseUrl));
  if (own.some(({ kind }) => kind === 'sandbox')) return 'sandbox';
  return [internal, ...own].some(({ safety }) => safety === 'read-only') ? 'read-only' : null;
}
