import type { Connection } from '../../contract/bridge/connections';
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
