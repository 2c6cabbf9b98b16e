import { accessOf } from '../data/access';
import { findConnection } from '../data/topics';
import { useLastPaths } from '../window/last-paths';
import { paths } from '../window/routes';
import { homeOf } from './connection-paths';

/** Returns the path that the connection's tile opens now. */
export function homePath(connectionId: string): string {
  const connection = findConnection(connectionId);
  if (connection === undefined) return paths.start();
  return homeOf(connection, accessOf(connectionId), useLastPaths.getState().last[connectionId]);
}
