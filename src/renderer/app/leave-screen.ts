import { accessAfterSignOut } from '#data/access.ts';
import { findConnection } from '#data/topics.ts';
import { currentPath, openPath } from '#window/open-path.ts';
import { pathWithout, signedOutPath } from './connection-paths';

/** Leaves the present screen if it can't be shown any more without an account of a connection. Also for one that is no longer the current one. */
export function leaveScreenOf(connectionId: string, accountId: string): void {
  // Where the user is by then.
  const here = currentPath();
  leaveFor(pathWithout(connectionId, accessAfterSignOut(connectionId, accountId), here), here);
}

/** Opens what follows after an account of a connection was signed out, or after all were, if no ID is passed. */
export function leaveAfterSignOut(connectionId: string, accountId?: string): void {
  const here = currentPath();
  const connection = findConnection(connectionId);
  const access = accessAfterSignOut(connectionId, accountId);
  leaveFor(connection === undefined ? pathWithout(connectionId, access, here) : signedOutPath(connection, access, here), here);
}

function leaveFor(path: string, here: string): void {
  if (path !== here) openPath(path, { replace: true });
}
