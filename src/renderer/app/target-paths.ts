/** Paths of connections' targets, by what the stores contain now. */

import { accessAfterSignOut, accessOf, pathAfterSignOut } from '#data/access.ts';
import { findConnection } from '#data/topics.ts';
import type { TargetPaths } from '#parts/connections/target-paths.ts';
import { paths } from '#window/routes.ts';
import { homeOf, targetPath } from './connection-paths';
import { hasScreen } from './screen-access';
import { rowOf } from './screens';

/** The targets as features get them. */
export const targetPaths: TargetPaths = {
  first(connectionId) {
    const connection = findConnection(connectionId);
    return connection === undefined ? paths.users(connectionId) : homeOf(connection, accessOf(connectionId), undefined);
  },
  signedIn(connectionId, moment) {
    const connection = findConnection(connectionId);
    // The account may be pushed later than the sign-in is confirmed.
    const access = { ...accessOf(connectionId), isSignedIn: true };
    return (connection && targetPath(connection, access, moment)) ?? paths.profile(connectionId);
  },
  signedOut(connectionId, accountId) {
    const connection = findConnection(connectionId);
    const access = accessAfterSignOut(connectionId, accountId);
    return (connection && targetPath(connection, access, 'afterSignOut')) ?? pathAfterSignOut(connectionId, access);
  },
  choices: (connection, of) =>
    of.flatMap((screen) => {
      const row = rowOf(screen);
      return row !== null && hasScreen(row, connection) ? [{ screen, title: row.listed?.paletteTitle ?? row.title }] : [];
    }),
};
