/** Where a connection's tile opens, and where signing out goes, depending on what the connection can show. */
import { placeOf } from '../routes';
import { type ConnectionAccess, firstPath, pathAfterSignOut } from '../stores/first-path';
import { rowOf } from './screens';

/** Returns the path that a connection's tile opens: its last screen if that can still be shown, else its first one. */
export function homeOf(connectionId: string, access: ConnectionAccess, last: string | undefined): string {
  if (last !== undefined && canShow(last, access)) return last;
  return firstPath(connectionId, access);
}

/**
 * Returns the path to show instead of `here` after an account of the connection was signed out: `here` if that can still be shown, else the
 * connection's first screen, else Home.
 */
export function signedOutPath(connectionId: string, access: ConnectionAccess, here: string): string {
  const { connectionId: shown } = placeOf(pathOf(here));
  if (shown !== undefined && shown !== connectionId) return here;
  if (canShow(here, access)) return here;
  return pathAfterSignOut(connectionId, access);
}

/** Whether a path is that of a screen to return to, and the connection can show it. */
function canShow(path: string, { isSignedIn, hasProjectAccess }: ConnectionAccess): boolean {
  const access = rowOf(placeOf(pathOf(path)).screen)?.access;
  if (access === undefined) return false;
  return access === 'project' ? hasProjectAccess : isSignedIn;
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}
