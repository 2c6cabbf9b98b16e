import { useSyncExternalStore } from 'react';
import { wire } from './api';
import type { WireStatus } from './wire/socket-wire';

/** Whether this window can reach the main process. */
export function useBridgeStatus(): WireStatus {
  return useSyncExternalStore(wire.onStatus, wire.status);
}
