import type { ServiceClock } from '../../contract/bridge/connections';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The services whose clocks differ from this computer's. */
export const clocksStore = createMirror<ServiceClock[]>({
  subscribe: (listener) => onPush('connections.clocksChanged', listener),
  read: () => api.connections.clocks({}),
  onReconnect: wire.onReconnect,
});

/** Returns by how many milliseconds the clock of a connection's service is ahead of this computer's; 0 without a connection. */
export function useAheadMillis(connectionId: string | undefined): number {
  return clocksStore((state) => state.value?.find((clock) => clock.connectionId === connectionId)?.aheadMillis) ?? 0;
}
