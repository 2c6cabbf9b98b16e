/** The clocks of the connections' services, and by how much they differ from the machine's. */
import type { ServiceClock } from '../../contract/bridge/connections';
import type { Clock } from '../ports';
import type { Topic } from '../runtime/topic';
import { createServerClock, type ServerClock } from './tokens/token-life';

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

/** Creates the clocks. */
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
