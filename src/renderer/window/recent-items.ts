/** What was opened from the palette lately: its IDs are kept with what else windows remember, across restarts, and its names are not. */
import { create } from 'zustand';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { readViewState, writeViewState } from './view-state';

const maxRecent = 8;
const key = 'recent-items';
/** Kinds that can be named again by an ID: of a key it has where the key ends, and whose key it is. */
const keptKinds: ReadonlySet<string> = new Set(['user', 'team', 'permission', 'view', 'connection', 'template', 'key-set', 'key']);

interface RecentItems {
  /** IDs of entries of the palette, such as `user CONNECTION USER`, the latest first. */
  readonly ids: readonly string[];
  readonly isKnown: boolean;
}

export const useRecentItems = create<RecentItems>()(() => ({ ids: [], isKnown: false }));

/** Reads what was opened before this window, once. What was opened in the meantime comes first. */
export async function loadRecentItems(): Promise<void> {
  if (useRecentItems.getState().isKnown) return;
  const { [key]: stored } = await readViewState('app');
  const { ids, isKnown } = useRecentItems.getState();
  if (!isKnown) useRecentItems.setState({ ids: merged(ids, idsOf(stored)), isKnown: true });
}

/** Notes that an entry was opened. */
export function noteRecentItem(id: string): void {
  keep(merged([id], useRecentItems.getState().ids));
}

/** Forgets what no longer exists, or must not be remembered: a user or a team with its keys, a permission, or a template. */
export function forgetRecentItem(connectionId: string, deletedId: string): void {
  const isOf = (id: string) => {
    const [kind, connection, item, last, ownerId] = id.split(' ');
    if (connection !== connectionId) return false;
    return kind === 'permission' ? last === deletedId : item === deletedId || (kind === 'key' && ownerId === deletedId);
  };
  const { ids } = useRecentItems.getState();
  if (ids.some(isOf)) keep(ids.filter((id) => !isOf(id)));
}

function keep(ids: readonly string[]): void {
  useRecentItems.setState({ ids });
  if (useRecentItems.getState().isKnown) writeViewState('app', key, ids.filter(isKept));
}

function merged(newer: readonly string[], older: readonly string[]): readonly string[] {
  return [...new Set([...newer, ...older])].slice(0, maxRecent);
}

function isKept(id: string): boolean {
  return keptKinds.has(id.split(' ')[0] ?? '');
}

function idsOf(stored: JsonValue | undefined): readonly string[] {
  return Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string' && isKept(id)) : [];
}
