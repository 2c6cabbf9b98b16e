import type { LockState } from '../../contract/lock/lock';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** Whether the app is locked, as the main process keeps it. */
export const lockStore = createMirror<LockState>({
  subscribe: (listener) => onPush('lock.changed', listener),
  read: () => api.lock.read({}),
  onReconnect: wire.onReconnect,
});

/** Whether the app is locked; not until that was read. */
export function isLocked(): boolean {
  return lockStore.getState().value?.locked === true;
}

const unread: LockState = {
  locked: false,
  problem: null,
  hasPassphrase: false,
  secrets: 'system',
  canSeal: false,
  canCheckPresence: false,
};

/** The lock; without a passphrase until it was read. */
export function useLock(): LockState {
  return lockStore((state) => state.value) ?? unread;
}
