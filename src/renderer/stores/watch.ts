import { useMemo } from 'react';
import type { Finding } from '../../contract/watch/findings';
import type { WatchState } from '../../contract/watch/watch';
import { api, onPush, wire } from '../api';
import { createMirror } from './mirror';

/** What the background watch found. */
export const watchStore = createMirror<WatchState>({
  subscribe: (listener) => onPush('watch.changed', listener),
  read: () => api.watch.read({}),
  onReconnect: wire.onReconnect,
});

const none: readonly Finding[] = [];

/** Returns the findings that weren't dismissed. */
export function useFindings(): readonly Finding[] {
  return watchStore((state) => state.value?.findings) ?? none;
}

/** Returns the findings outside of a component. */
export function findingsNow(): readonly Finding[] {
  return watchStore.getState().value?.findings ?? none;
}

/** Returns how many findings a connection has. */
export function useFindingCount(connectionId: string): number {
  const findings = useFindings();
  return useMemo(() => findings.filter((finding) => finding.connectionId === connectionId).length, [findings, connectionId]);
}
