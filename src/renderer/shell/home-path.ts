import { paths } from '../routes';
import { accessOf } from '../stores/access';
import { findConnection } from '../stores/connections';
import { usePlaces } from '../stores/window/places';
import { homeOf } from './connection-paths';

/** Returns the path that the connection's tile opens now. */
export function homePath(connectionId: string): string {
  const connection = findConnection(connectionId);
  if (connection === undefined) return paths.start();
  return homeOf(connection, accessOf(connectionId), usePlaces.getState().last[connectionId]);
}
