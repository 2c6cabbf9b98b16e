/** The entries that this window opened lately, which come first. They are forgotten with the window. */
import { create } from 'zustand';
import type { PaletteEntry } from './palette-entry';

const maxRecent = 8;

interface RecentItems {
  readonly entries: readonly PaletteEntry[];
  add(entry: PaletteEntry): void;
}

export const useRecentItems = create<RecentItems>()((set) => ({
  entries: [],
  add: (entry) => set(({ entries }) => ({ entries: [entry, ...entries.filter(({ id }) => id !== entry.id)].slice(0, maxRecent) })),
}));
