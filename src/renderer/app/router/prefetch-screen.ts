import type { Prefetch } from '#data/keys.ts';
import { currentAccount, topicNow, topicStores } from '#data/topics.ts';
import { type OnDemand, onDemand } from '#lib/on-demand.ts';
import { placeOf, type ScreenName } from '#window/routes.ts';
import type { ScreenRow } from '#window/screen-row.ts';
import { hasScreen, screenLock } from '../screen-access';
import { rowOf } from '../screens';

type SendFirst = (where: Parameters<Prefetch>[1]) => ReturnType<Prefetch>;

const loaders = new Map<ScreenName, OnDemand<SendFirst>>();

/**
 * Sends the first request of the screen at an address, so that the service works on it while the screen is loaded and drawn. Sends
 * nothing for a screen that the connection or its account can’t show.
 */
export async function prefetchScreen({ pathname, search }: { pathname: string; search: string }): Promise<void> {
  const { screen, connectionId } = placeOf(pathname);
  const row = rowOf(screen);
  const connection = topicStores['connections.list'].getState().value?.find(({ id }) => id === connectionId);
  if (screen === null || row?.prefetch === undefined || connection === undefined || !hasScreen(row, connection)) return;
  const account = currentAccount(topicNow('accounts.list'), connection.id);
  if (screenLock(row.access, connection, account) !== null) return;
  try {
    const sendFirst = await loaderOf(screen, row.prefetch).load();
    await sendFirst({ connectionId: connection.id, search: new URLSearchParams(search) });
  } catch {
    // Code that can’t be loaded is reported by the screen, which sends its request itself.
  }
}

/** Loaded once, so that from then on the request is sent before anything is drawn. */
function loaderOf(screen: ScreenName, load: NonNullable<ScreenRow['prefetch']>): OnDemand<SendFirst> {
  const loader = loaders.get(screen) ?? onDemand(() => readLoader(load));
  loaders.set(screen, loader);
  return loader;
}

async function readLoader(load: NonNullable<ScreenRow['prefetch']>): Promise<SendFirst> {
  const [prefetch, { queryClient }] = await Promise.all([load(), import('#data/query-client.ts')]);
  return (where) => prefetch(queryClient, where);
}
