import type { Prefetch } from '../../queries/cache/prefetch';
import { placeOf, type ScreenName } from '../../routes';
import { accountsStore, currentAccount } from '../../stores/accounts';
import { connectionsStore } from '../../stores/connections';
import { hasScreen, screenLock } from '../screen-access';
import type { ScreenRow } from '../screen-row';
import { rowOf } from '../screens';
import { type OnDemand, onDemand } from '../startup/on-demand';
import { queryClient } from '../startup/query-client';

const loaders = new Map<ScreenName, OnDemand<Prefetch>>();

/**
 * Sends the first request of the screen at an address, so that the service works on it while the screen is loaded and drawn. Sends
 * nothing for a screen that the connection or its account can’t show.
 */
export async function prefetchScreen({ pathname, search }: { pathname: string; search: string }): Promise<void> {
  const { screen, connectionId } = placeOf(pathname);
  const row = rowOf(screen);
  const connection = connectionsStore.getState().value?.find(({ id }) => id === connectionId);
  if (screen === null || row?.prefetch === undefined || connection === undefined || !hasScreen(row, connection)) return;
  const account = currentAccount(accountsStore.getState().value ?? [], connection.id);
  if (screenLock(row.access, connection, account) !== null) return;
  try {
    const prefetch = await loaderOf(screen, row.prefetch).load();
    await prefetch(queryClient, { connectionId: connection.id, search: new URLSearchParams(search) });
  } catch {
    // Code that can’t be loaded is reported by the screen, which sends its request itself.
  }
}

/** Loaded once, so that from then on the request is sent before anything is drawn. */
function loaderOf(screen: ScreenName, prefetch: NonNullable<ScreenRow['prefetch']>): OnDemand<Prefetch> {
  const loader = loaders.get(screen) ?? onDemand(prefetch);
  loaders.set(screen, loader);
  return loader;
}
