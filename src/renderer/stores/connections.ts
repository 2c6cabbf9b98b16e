import type { Connection, ServiceClock } from '../../contract/bridge/connections';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The connections, as the main process keeps them. */
export const connectionsStore = createMirror<Connection[]>({
  subscribe: (listener) => onPush('connections.changed', listener),
  read: () => api.connections.list({}),
  onReconnect: wire.onReconnect,
});

const none: readonly Connection[] = [];

/** All connections. */
export function useConnections(): readonly Connection[] {
  return connectionsStore((state) => state.value) ?? none;
}

/** One connection, or undefined when there is none with the id. */
export function useConnection(id: string | undefined): Connection | undefined {
  return connectionsStore((state) => state.value?.find((connection) => connection.id === id));
}

/** Returns the connection with the ID now; undefined if there is none. */
export function findConnection(id: string): Connection | undefined {
  return connectionsStore.getState().value?.find((connection) => connection.id === id);
}

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
