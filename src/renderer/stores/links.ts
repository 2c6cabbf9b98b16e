import type { LinkSummary } from '../../contract/bridge/links';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** The pending links. */
export const linksStore = createMirror<LinkSummary[]>({
  subscribe: (listener) => onPush('links.changed', listener),
  read: () => api.links.list({}),
  onReconnect: wire.onReconnect,
});

const none: readonly LinkSummary[] = [];

/** The links that wait; none until they were read. */
export function useWaitingLinks(): readonly LinkSummary[] {
  return linksStore((state) => state.value) ?? none;
}
