import type { WaitingLink } from '../../contract/bridge/links';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The links that wait for a person's decision. */
export const linksStore = createMirror<WaitingLink[]>({
  subscribe: (listener) => onPush('links.changed', listener),
  read: () => api.links.list({}),
  onReconnect: wire.onReconnect,
});

const none: readonly WaitingLink[] = [];

/** The links that wait; none until they were read. */
export function useWaitingLinks(): readonly WaitingLink[] {
  return linksStore((state) => state.value) ?? none;
}
