/** The clocks of the connections' services, and by how much they differ from the machine's. */
import type { Connection, ServiceClock } from '#contract/bridge/connections.ts';
import { distinctNames, type NamedConnection } from '#contract/connection-names.ts';
import type { Clock } from '../ports/ports';
import type { Notices } from '../runtime/notices';
import type { Topic } from '../runtime/topics';
import { createServerClock, type ServerClock } from './token-life';

export interface ServiceClocks {
  /** Returns the clock of a connection's service. */
  of(connectionId: string): ServerClock;
  /** Deletes the clock of a removed connection. */
  forget(connectionId: string): void;
}

export interface ServiceClocksDeps {
  readonly clock: Clock;
  /** Receives the clocks that differ from the machine's. */
  readonly topic: Topic<ServiceClock[]>;
}

/** Differences (ms) below this come from the seconds of a `Date` header and the duration of a request. */
const minDifferenceMillis = 5_000;

export function createServiceClocks({ clock, topic }: ServiceClocksDeps): ServiceClocks {
  const clocks = new Map<string, ServerClock>();
  const publish = (connectionId: string, difference: number) => {
    const aheadMillis = Math.abs(difference) < minDifferenceMillis ? 0 : Math.round(difference);
    const { value } = topic.get();
    const known = value.find((each) => each.connectionId === connectionId)?.aheadMillis ?? 0;
    if (aheadMillis === known || (aheadMillis !== 0 && Math.abs(aheadMillis - known) < minDifferenceMillis)) return;
    const others = value.filter((each) => each.connectionId !== connectionId);
    topic.set(aheadMillis === 0 ? others : [...others, { connectionId, aheadMillis }]);
  };
  const create = (connectionId: string): ServerClock => {
    const serverClock = createServerClock(clock);
    return {
      ...serverClock,
      observe(dateHeader) {
        serverClock.observe(dateHeader);
        publish(connectionId, serverClock.now() - clock.now());
      },
    };
  };
  return {
    of(connectionId) {
      const known = clocks.get(connectionId) ?? create(connectionId);
      clocks.set(connectionId, known);
      return known;
    },
    forget(connectionId) {
      clocks.delete(connectionId);
      publish(connectionId, 0);
    },
  };
}

/** Milliseconds by which clocks may differ without a notice. */
const toleratedDifferenceMillis = 120_000;

interface ReportClocksDeps {
  readonly notices: Pick<Notices, 'add'>;
  readonly connections: () => readonly (NamedConnection & Pick<Connection, 'kind'>)[];
}

/**
 * Returns a function that adds a notice for each connection whose service has another time, once for each connection. The sandbox's clock is
 * set on purpose.
 */
export function createClockReports({ notices, connections }: ReportClocksDeps): (clocks: readonly ServiceClock[]) => void {
  const reported = new Set<string>();
  return (clocks) => {
    for (const { connectionId, aheadMillis } of clocks) {
      const connection = connections().find(({ id }) => id === connectionId);
      const isTolerated = Math.abs(aheadMillis) <= toleratedDifferenceMillis;
      if (connection === undefined || connection.kind === 'sandbox' || isTolerated || reported.has(connectionId)) continue;
      reported.add(connectionId);
      const kind = aheadMillis > 0 ? 'clock-behind' : 'clock-ahead';
      notices.add({
        kind,
        connection: distinctNames(connections()).get(connectionId) ?? connection.name,
        differenceMillis: Math.abs(aheadMillis),
      });
    }
  };
}
