/** Where a connection opens, and where signing in and out go, depending on its targets and on what it can show. */

import type { ConnectionTargets, TargetMoment, TargetScreen } from '#contract/bridge/connection-choices.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { accessOf, type ConnectionAccess, firstPath, pathAfterSignOut } from '#data/access.ts';
import { findConnection } from '#data/topics.ts';
import { useLastPaths } from '#window/last-paths.ts';
import { paths, placeOf } from '#window/routes.ts';
import type { ScreenAccess } from '#window/screen-row.ts';
import { hasScreen } from './screen-access';
import { rowOf, screens } from './screens';

/** Returns the path that the connection's tile opens now. */
export function homePath(connectionId: string): string {
  const connection = findConnection(connectionId);
  if (connection === undefined) return paths.start();
  return homeOf(connection, accessOf(connectionId), useLastPaths.getState().last[connectionId]);
}

/** What decides where a connection opens. */
export type Targeted = Pick<Connection, 'id' | 'projectId' | 'features' | 'targets'>;

/**
 * Returns the path of the screen that the user chose for a moment, else the one chosen as home; null if none was, or the connection can't
 * show it.
 */
export function targetPath(connection: Targeted, access: ConnectionAccess, moment: TargetMoment): string | null {
  const { home, [moment]: chosen }: ConnectionTargets = connection.targets ?? {};
  const screen = [chosen, home].find((each) => each !== undefined && canShowTarget(connection, access, each));
  return screen === undefined ? null : paths[screen](connection.id);
}

/** Returns the path that a connection's tile opens: its home, else its last screen if that can still be shown, else its first one. */
export function homeOf(connection: Targeted, access: ConnectionAccess, last: string | undefined): string {
  const home = targetPath(connection, access, 'home');
  if (home !== null) return home;
  return last !== undefined && canShow(last, access) ? last : firstPath(connection.id, access);
}

/**
 * Returns the path to show instead of `here` after an account of the connection was left: `here` if that can still be shown, else the
 * connection's first screen, else Home.
 */
export function pathWithout(connectionId: string, access: ConnectionAccess, here: string): string {
  if (isElsewhere(connectionId, here) || canShow(here, access)) return here;
  return pathAfterSignOut(connectionId, access);
}

/** Returns the path to show instead of `here` after signing out: the connection's target, else {@link pathWithout} the account. */
export function signedOutPath(connection: Targeted, access: ConnectionAccess, here: string): string {
  if (isElsewhere(connection.id, here)) return here;
  return targetPath(connection, access, 'afterSignOut') ?? pathWithout(connection.id, access, here);
}

/** Whether a path is one of another connection. */
function isElsewhere(connectionId: string, path: string): boolean {
  const { connectionId: shown } = placeOf(pathOf(path));
  return shown !== undefined && shown !== connectionId;
}

function canShowTarget(connection: Targeted, access: ConnectionAccess, screen: TargetScreen): boolean {
  const row = screens[screen];
  return hasScreen(row, connection) && (row.access === undefined || isOpen(row.access, access));
}

/** Whether a path is that of a screen to return to, and the connection can show it. */
function canShow(path: string, access: ConnectionAccess): boolean {
  const required = rowOf(placeOf(pathOf(path)).screen)?.access;
  return required !== undefined && isOpen(required, access);
}

function isOpen(required: ScreenAccess, { isSignedIn, hasProjectAccess }: ConnectionAccess): boolean {
  return required === 'account' || required === 'project-owner' ? isSignedIn : hasProjectAccess;
}

function pathOf(address: string): string {
  return address.split('?')[0] ?? '';
}
