import { accessOf } from '../stores/access';
import { usePlaces } from '../stores/window/places';
import { homeOf } from './connection-paths';

/** Returns the path that the connection's tile opens now. */
export function homePath(connectionId: string): string {
  return homeOf(connectionId, accessOf(connectionId), usePlaces.getState().last[connectionId]);
}
