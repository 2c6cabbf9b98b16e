import { accessOf } from '#data/access.ts';
import { findConnection } from '#data/topics.ts';
import { useLastPaths } from '#window/last-paths.ts';
import { paths } from '#window/routes.ts';
import { homeOf } from './connection-paths';

/** Returns the path that the connection's tile opens now. */
export function homePath(connectionId: string): string {
  const connection = findConnection(connectionId);
  if (connection === undefined) return paths.start();
  return homeOf(connection, accessOf(connectionId), useLastPaths.getState().last[connectionId]);
}
