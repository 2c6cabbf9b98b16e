/** What connections can show, by the keys and accounts they have. */

import { useMemo } from 'react';
import type { Connection } from '#contract/bridge/connections.ts';
import { hasProjectAccess, type ProjectOwner, projectOwner } from '#lib/rules/project-rules.ts';
import { paths } from '#window/routes.ts';
import { findConnection, topicNow, topicStores, useTopic } from './topics';

/** Returns what a connection can show now. */
export function accessOf(connectionId: string): ConnectionAccess {
  const account = topicNow('accounts.list').find((one) => one.connectionId === connectionId && one.current);
  return { isSignedIn: account !== undefined && account.state !== 'invalid', hasProjectAccess: isProjectOpen(connectionId) };
}

/** Returns what a connection can show after an account was signed out; after all were, if no ID is passed. */
export function accessAfterSignOut(connectionId: string, accountId?: string): ConnectionAccess {
  // The push that removes the account may arrive later than the response. An impersonation never becomes current automatically.
  const others = topicNow('accounts.list').filter(
    (one) => one.connectionId === connectionId && one.id !== accountId && one.impersonationId === undefined,
  );
  return {
    isSignedIn: accountId !== undefined && others.some(({ state }) => state !== 'invalid'),
    hasProjectAccess: isProjectOpen(connectionId),
  };
}

function isProjectOpen(connectionId: string): boolean {
  const connection = findConnection(connectionId);
  return connection !== undefined && hasProjectAccess(connection);
}

/** Returns the owner of a connection; null for one that is not opened by an owner's session. */
export function useProjectOwner(connection: Connection | undefined): ProjectOwner | null {
  const accounts = topicStores['accounts.list']((state) => state.value);
  const connections = useTopic('connections.list');
  return useMemo(() => connection && projectOwner(connection, connections, accounts), [connection, connections, accounts]) ?? null;
}

/** Access of a connection's keys and current account. */
export interface ConnectionAccess {
  /** Whether the current account's session is valid. */
  readonly isSignedIn: boolean;
  readonly hasProjectAccess: boolean;
}

/** Returns the path of the first screen that a connection can show. */
export function firstPath(connectionId: string, { isSignedIn, hasProjectAccess }: ConnectionAccess): string {
  if (hasProjectAccess) return paths.users(connectionId);
  return isSignedIn ? paths.profile(connectionId) : paths.signIn(connectionId);
}

/** Returns where to go from a screen of an account that was signed out: to another account, to the project, else to Home. */
export function pathAfterSignOut(connectionId: string, { isSignedIn, hasProjectAccess }: ConnectionAccess): string {
  if (isSignedIn) return paths.profile(connectionId);
  return hasProjectAccess ? paths.users(connectionId) : paths.start();
}
