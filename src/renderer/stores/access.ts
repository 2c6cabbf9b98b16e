/** What connections can show, by the keys and accounts they have. */
import { hasProjectAccess } from '../lib/rules/project-access';
import { accountsStore } from './accounts';
import { findConnection } from './connections';
import type { ConnectionAccess } from './first-path';

/** Returns what a connection can show now. */
export function accessOf(connectionId: string): ConnectionAccess {
  const account = (accountsStore.getState().value ?? []).find((one) => one.connectionId === connectionId && one.current);
  return { isSignedIn: account !== undefined && account.state !== 'invalid', hasProjectAccess: isProjectOpen(connectionId) };
}

/** Returns what a connection can show after an account was signed out; after all were, if no ID is passed. */
export function accessAfterSignOut(connectionId: string, accountId?: string): ConnectionAccess {
  // The push that removes the account may arrive later than the response. An impersonation never becomes current by itself.
  const others = (accountsStore.getState().value ?? []).filter(
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
