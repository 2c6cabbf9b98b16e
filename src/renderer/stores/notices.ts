import type { Notice } from '../../contract/bridge/app';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** What the program has to report. */
export const noticesStore = createMirror<Notice[]>({
  subscribe: (listener) => onPush('app.noticesChanged', listener),
  read: () => api.app.notices({}),
  onReconnect: wire.onReconnect,
});

const none: readonly Notice[] = [];

/** The notices that were not dismissed. */
export function useNotices(): readonly Notice[] {
  return noticesStore((state) => state.value) ?? none;
}
