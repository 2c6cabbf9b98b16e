import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Account } from '../../contract/bridge/accounts';
import type { Connection } from '../../contract/bridge/connections';
import { accountsStore, currentAccount, useCurrentAccount } from '../stores/accounts';
import { connectionsStore, hasProjectAccess, useConnection } from '../stores/connections';
import { usePlaces } from '../stores/places';
import { homeOf, type Place, placeOf } from './screen-info';

export interface Where extends Place {
  readonly connection: Connection | undefined;
  readonly account: Account | undefined;
}

/** The screen, the connection and the account that the address means. */
export function usePlace(): Where {
  const { pathname } = useLocation();
  const place = placeOf(pathname);
  return { ...place, connection: useConnection(place.connectionId), account: useCurrentAccount(place.connectionId) };
}

/** Remembers where each connection was left. */
export function useRememberPlace(): void {
  const { pathname, search } = useLocation();
  const { connectionId } = placeOf(pathname);
  const remember = usePlaces((state) => state.remember);
  useEffect(() => {
    if (connectionId !== undefined) remember(connectionId, pathname + search);
  }, [connectionId, pathname, search, remember]);
}

/** Whether an account can be acted as. */
export function isUsable(account: Account | undefined): account is Account {
  return account !== undefined && account.state !== 'invalid';
}

/** Where a connection's tile leads: where it was left, else the first screen that its credentials allow. */
export function homePath(connectionId: string): string {
  const connection = connectionsStore.getState().value?.find(({ id }) => id === connectionId);
  const account = currentAccount(accountsStore.getState().value ?? [], connectionId);
  const access = connection !== undefined && hasProjectAccess(connection);
  return homeOf(connectionId, isUsable(account), access, usePlaces.getState().last[connectionId]);
}
