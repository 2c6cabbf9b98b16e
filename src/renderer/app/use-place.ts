import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Account } from '#contract/bridge/accounts.ts';
import type { Connection } from '#contract/bridge/connections.ts';
import { useConnection, useCurrentAccount } from '#data/topics.ts';
import { useMessages } from '#lib/use-messages.ts';
import { useLastPaths } from '#window/last-paths.ts';
import { currentPath } from '#window/open-path.ts';
import { noteRecent } from '#window/recent-connections.ts';
import { loadRecentItems } from '#window/recent-items.ts';
import { type Place, placeOf } from '#window/routes.ts';
import { useScreenName } from '#window/screen-name.ts';
import { rowOf } from './screens';

interface CurrentPlace extends Place {
  readonly connection: Connection | undefined;
  readonly account: Account | undefined;
}

/** Returns the screen, the connection and the account of the current path. */
export function usePlace(): CurrentPlace {
  const { pathname } = useLocation();
  const place = placeOf(pathname);
  return { ...place, connection: useConnection(place.connectionId), account: useCurrentAccount(place.connectionId) };
}

/** Returns the title of the current screen: the name of what it shows, if the screen has named itself after that. */
export function useScreenTitle(): string {
  const { t } = useMessages();
  const { screen } = usePlace();
  const name = useScreenName();
  return name ?? t(rowOf(screen)?.title ?? 'shell.not-found.title');
}

/** Remembers the last screen of each connection, cards excepted. */
export function useRememberPlace(): void {
  const { pathname, search } = useLocation();
  const { connectionId, screen } = placeOf(pathname);
  const isCard = rowOf(screen)?.card === true;
  const remember = useLastPaths((state) => state.remember);
  // Before the palette opens: what comes later would move its entries.
  useEffect(() => void loadRecentItems(), []);
  useEffect(() => {
    if (connectionId !== undefined && !isCard) remember(connectionId, pathname + search);
    if (connectionId !== undefined) noteRecent(connectionId);
  }, [connectionId, isCard, pathname, search, remember]);
}

/**
 * Returns the path of the current screen if a card of the connection can return to it. Call it when the card is opened: the address of the
 * window changes before the components that show it.
 */
export function returnPath(connectionId: string): string | undefined {
  const path = currentPath();
  const { connectionId: shown, screen } = placeOf(path.split('?')[0] ?? '');
  const row = rowOf(screen);
  return shown === connectionId && row !== null && !row.card ? path : undefined;
}
