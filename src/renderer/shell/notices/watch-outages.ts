import type { Query, QueryClient } from '@tanstack/react-query';
import { api } from '../../api';
import { reportOf } from '../../lib/errors/error-text';
import { isOutage } from '../../lib/errors/is-outage';
import { Outages } from '../../lib/errors/outages';
import { useOutages } from '../../stores/window/outages';

/** Repeats what failed on the screen once its service responds again, as long as the window is open. */
export function watchOutages(client: QueryClient): void {
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
