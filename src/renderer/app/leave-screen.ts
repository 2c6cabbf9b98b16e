import type { Account } from '#contract/bridge/accounts.ts';
import { accessAfterSignOut } from '#data/access.ts';
import { findConnection } from '#data/topics.ts';
import { currentPath, currentPathname, openPath } from '#window/open-path.ts';
import { placeOf } from '#window/routes.ts';
import { leaveUnsavedInput } from '#window/unsaved-input.ts';
import { pathWithout, signedOutPath } from './connection-paths';
import { isHiddenScreen } from './hidden-screen';
import { rowOf } from './screens';

/** Leaves the present screen if it can no longer be shown without an account of a connection. Also for one that is no longer the current one. */
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

/**
 * Asks before unsaved input is lost because another account becomes the current one: that of the account on the screen, and that of a screen
 * of the project, which is hidden while impersonating.
 */
export function leaveInputOf({ connectionId, impersonationId }: Account, go: () => void): void {
  const { connectionId: shown, screen } = placeOf(currentPathname());
  const access = rowOf(screen)?.access;
  const isLeft = access === 'account' || access === 'project-owner' || (impersonationId !== undefined && isHiddenScreen(screen));
  if (shown === connectionId && isLeft) leaveUnsavedInput(go);
  else go();
}

function leaveFor(path: string, here: string): void {
  if (path !== here) openPath(path, { replace: true });
}
