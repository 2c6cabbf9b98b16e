import { create } from 'zustand';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { readViewState, writeViewState } from './view-state';

/** With more connections, the rail has a section of those that were used last. */
export const maxPlainConnections = 10;
/** Maximum number of connections in that section. */
const maxShown = 4;
/** Maximum number of IDs that are stored: some may be pinned or removed. */
const maxStored = 12;
const key = 'recent-connections';

interface Recents {
  /** The IDs as they were when the window opened; null until they are known. They stay as they are: tiles don't move while the window is used. */
  readonly atStart: readonly string[] | null;
}

export const useRecents = create<Recents>()(() => ({ atStart: null }));

let latest: readonly string[] = [];

/** Reads which connections were used last, once for the window. */
export async function loadRecents(): Promise<void> {
  if (useRecents.getState().atStart !== null) return;
  const { [key]: stored } = await readViewState('app');
  const ids = idsOf(stored);
  // What was opened in the meantime is newer.
  latest = merged(latest, ids);
  useRecents.setState({ atStart: ids });
}

/** Notes that a connection was opened. */
export function noteRecent(connectionId: string): void {
  if (latest[0] === connectionId) return;
  latest = merged([connectionId], latest);
  if (useRecents.getState().atStart !== null) writeViewState('app', key, [...latest]);
}

function merged(newer: readonly string[], older: readonly string[]): readonly string[] {
  return [...new Set([...newer, ...older])].slice(0, maxStored);
}

function idsOf(stored: JsonValue | undefined): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string') : [];
}

interface Recent {
  readonly id: string;
  readonly kind: 'project' | 'sandbox';
  readonly pinned: boolean;
}

/** Returns the connections of the section, the one that was used last first. Pinned ones and the sandbox have their place anyway. */
export function recentConnections<C extends Recent>(connections: readonly C[], ids: readonly string[]): readonly C[] {
  if (connections.length <= maxPlainConnections) return [];
  const loose = connections.filter(({ kind, pinned }) => kind === 'project' && !pinned);
  return ids.flatMap((id) => loose.find((connection) => connection.id === id) ?? []).slice(0, maxShown);
}
