import type { SlowCall } from '../../contract/bridge/diagnostics';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** Calls that are being repeated or wait for the service. */
export const slowCallsStore = createMirror<SlowCall[]>({
  subscribe: (listener) => onPush('diagnostics.slowCallsChanged', listener),
  read: () => api.diagnostics.slowCalls({}),
  onReconnect: wire.onReconnect,
});

const none: readonly SlowCall[] = [];

/** The calls that take longer than they should. */
export function useSlowCalls(): readonly SlowCall[] {
  return slowCallsStore((state) => state.value) ?? none;
}
