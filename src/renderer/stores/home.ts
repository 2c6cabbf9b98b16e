/** The first screens of connections, as they are now. */
import type { Account } from '../../contract/bridge/accounts';
import { accountsStore, currentAccount } from './accounts';
import { connectionsStore, hasProjectAccess } from './connections';
import { type Access, homeOf, signedOutPath } from './targets';
import { usePlaces } from './window/places';

/** Returns the path that the connection's tile opens now. */
export function homePath(connectionId: string): string {
  const account = currentAccount(accountsStore.getState().value ?? [], connectionId);
  return homeOf(connectionId, accessOf(connectionId, account), usePlaces.getState().last[connectionId]);
}

/** Returns where to go from `here`, after an account of the connection was signed out; after all were, if none is named. */
export function afterSignOut(connectionId: string, here: string, accountId?: string): string {
  // The window may not have been told yet.
  const others = (accountsStore.getState().value ?? []).filter(
    (account) => account.connectionId === connectionId && account.id !== accountId,
  );
  const other = accountId === undefined ? undefined : others.find(({ state }) => state !== 'invalid');
  return signedOutPath(connectionId, accessOf(connectionId, other), here);
}

function accessOf(connectionId: string, account: Account | undefined): Access {
  const connection = connectionsStore.getState().value?.find(({ id }) => id === connectionId);
  return {
    isSignedIn: account !== undefined && account.state !== 'invalid',
    hasProjectAccess: connection !== undefined && hasProjectAccess(connection),
  };
}
