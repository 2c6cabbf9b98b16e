import type { Query, QueryClient } from '@tanstack/react-query';
import { api, onPush } from '#data/api.ts';
import { isStaleAfter } from '#data/invalidation.ts';
import { missingObject } from '#data/missing-object.ts';
import { createRefresher, invalidateDetected, removeEndedAccounts } from '#data/query-client.ts';
import { topicStores } from '#data/topics.ts';
import { isOutage } from '#lib/errors/can-retry.ts';
import { reportOf } from '#lib/errors/error-text.ts';
import { Outages } from '#lib/errors/outages.ts';
import { useOutages } from '#window/outages.ts';
import { forgetRecentItem } from '#window/recent-items.ts';

/**
 * Keeps the service's data up to date, as long as the window is open. Call it once, before any data is read: what changes between a read
 * and this call would not be noticed.
 */
export function followService(client: QueryClient): void {
  followWrites(client);
  forgetMissing(client);
  // A connection's data is read again when its service turns out to have other features than those it was read with.
  topicStores['connections.list'].subscribe(({ value }, { value: before }) => {
    if (value !== before) invalidateDetected(client, before ?? [], value ?? []);
  });
  // Nothing of an account may be shown after its session has ended and another user has signed in.
  topicStores['accounts.list'].subscribe(({ value }, { value: before }) => {
    if (value !== before) removeEndedAccounts(client, before ?? [], value ?? []);
  });
  followSandbox(client);
  watchOutages(client);
}

/** Reads again what any window has changed at the service. */
function followWrites(client: QueryClient): void {
  const refresher = createRefresher(client, performance.now.bind(performance), (millis, task) => void setTimeout(task, millis));
  onPush('data.written', (write) => {
    refresher.refresh(({ queryKey }) => isStaleAfter(queryKey, write));
    for (const id of write.deletedIds ?? []) forgetRecentItem(write.connectionId, id);
  });
}

/** Forgets users and teams that a screen finds to be missing: they were deleted elsewhere. */
function forgetMissing(client: QueryClient): void {
  client.getQueryCache().subscribe(({ type, query: { queryKey, state } }) => {
    if (type !== 'updated' || state.status !== 'error') return;
    const missing = missingObject(queryKey, reportOf(state.error));
    if (missing !== null) forgetRecentItem(missing.connectionId, missing.id);
  });
}

/** Repeats failed reads each time the sandbox has started. */
function followSandbox(client: QueryClient): void {
  let shown = sandboxUrl();
  topicStores['sandbox.state'].subscribe(() => {
    const url = sandboxUrl();
    if (url === shown) return;
    shown = url;
    if (url !== null) void client.invalidateQueries({ predicate: ({ state }) => state.status === 'error' });
  });
}

function sandboxUrl(): string | null {
  const { value } = topicStores['sandbox.state'].getState();
  return value?.state === 'running' ? value.url : null;
}

/** Repeats what failed on the screen once its service responds again, as long as the window is open. */
function watchOutages(client: QueryClient): void {
  const cache = client.getQueryCache();
  const outages = new Outages({
    responds: async (connectionId) => (await api.diagnostics.reach({ connectionId })).responds,
    repeat: (connectionId) => client.refetchQueries({ predicate: (query) => failedConnection(query) === connectionId }),
    failing: () => new Set(cache.getAll().flatMap((query) => failedConnection(query) ?? [])),
    onChange: (next) => useOutages.setState({ outages: next }),
    now: Date.now,
    random: Math.random,
    delay(run, millis) {
      const timer = setTimeout(run, millis);
      return () => clearTimeout(timer);
    },
  });
  const { tryNow, stop } = outages;
  useOutages.setState({ tryNow, stop });
  cache.subscribe(outages.update);
  const show = () => outages.setShown(document.visibilityState === 'visible');
  document.addEventListener('visibilitychange', show);
  show();
}

/** The connection of a query that is on the screen and failed because the service was away. */
function failedConnection(query: Query): string | undefined {
  const { queryKey, state } = query;
  const [kind, connectionId] = queryKey;
  if (state.status !== 'error' || kind !== 'connection' || typeof connectionId !== 'string' || !query.isActive()) return undefined;
  return isOutage(reportOf(state.error)) ? connectionId : undefined;
}
