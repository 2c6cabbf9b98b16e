import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Account } from '../../contract/bridge/accounts';
import type { Connection } from '../../contract/bridge/connections';
import { isCard, type Place, placeOf } from '../routes';
import { useCurrentAccount } from '../stores/accounts';
import { useConnection } from '../stores/connections';
import { usePlaces } from '../stores/window/places';

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

/** Remembers where each connection was left. Cards don't count: they are left for good. */
export function useRememberPlace(): void {
  const { pathname, search } = useLocation();
  const { connectionId, screen } = placeOf(pathname);
  const isLeft = screen !== null && isCard(screen);
  const remember = usePlaces((state) => state.remember);
  useEffect(() => {
    if (connectionId !== undefined && !isLeft) remember(connectionId, pathname + search);
  }, [connectionId, isLeft, pathname, search, remember]);
}

/** Returns the address of the screen that is shown, where a card of the connection can lead back to it. */
export function useReturnPath(connectionId: string): string | undefined {
  const { pathname, search } = useLocation();
  const { connectionId: shown, screen } = placeOf(pathname);
  return shown === connectionId && screen !== null && !isCard(screen) ? pathname + search : undefined;
}

/** Whether an account can be acted as. */
export function isUsable(account: Account | undefined): account is Account {
  return account !== undefined && account.state !== 'invalid';
}
