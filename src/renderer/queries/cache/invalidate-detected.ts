import type { QueryClient } from '@tanstack/react-query';
import type { Connection } from '../../../contract/bridge/connections';
import { queryKeys } from './keys';

type Detected = Pick<Connection, 'id' | 'features'>;

/** Invalidates the data of connections whose features changed; `before` and `now` are all connections. */
export function invalidateDetected(client: QueryClient, before: readonly Detected[], now: readonly Detected[]): void {
  for (const { id, features } of now) {
    const known = before.find((connection) => connection.id === id);
    if (known === undefined || isSame(known.features, features)) continue;
    // Before the first detection, dependent calls wait: those in progress use its result.
    const isFirst = known.features === null;
    void client.invalidateQueries({
      queryKey: queryKeys.connection(id),
      predicate: ({ state }) => !isFirst || state.fetchStatus === 'idle',
    });
  }
}

function isSame(one: Connection['features'], other: Connection['features']): boolean {
  return textOf(one) === textOf(other);
}

function textOf(features: Connection['features']): string {
  return JSON.stringify(features && Object.entries(features).sort(([one], [other]) => one.localeCompare(other)));
}
