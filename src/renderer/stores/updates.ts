import type { UpdateState } from '../../contract/bridge/app';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** What is known about a newer version of Latchkey. */
export const updatesStore = createMirror<UpdateState>({
  subscribe: (listener) => onPush('app.updatesChanged', listener),
  read: () => api.app.updates({}),
  onReconnect: wire.onReconnect,
});

const unknown: UpdateState = { state: 'off', reason: 'not-offered' };

/** The state of updates; off until it was read. */
export function useUpdates(): UpdateState {
  return updatesStore((state) => state.value) ?? unknown;
}
