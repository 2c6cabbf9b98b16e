import { currentPath } from '../lib/places/current-path';
import { openPath } from '../lib/places/open-path';
import { accessAfterSignOut } from '../stores/access';
import { signedOutPath } from './connection-paths';

/**
 * Leaves the present screen if it can't be shown any more after an account of a connection was removed, or after all were, if no ID is passed.
 * Also for an account that is no longer the current one.
 */
export function leaveScreenOf(connectionId: string, accountId?: string): void {
  // Where the user is by then.
  const here = currentPath();
  const path = signedOutPath(connectionId, accessAfterSignOut(connectionId, accountId), here);
  if (path !== here) openPath(path, { replace: true });
}
