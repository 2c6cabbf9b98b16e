import type { LucideIcon } from 'lucide-react';
import type { Connection } from '#contract/bridge/connections.ts';
import type { ServerTeam, ServerUser } from '#contract/service/models/user-models.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { MessageKey } from '#messages/translator.ts';

/** One line of the palette. */
export interface PaletteEntry {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** Where it belongs, such as its connection; shown beside the label. */
  readonly aside?: string;
  /** Further words by which it is found, which aren't shown. */
  readonly words?: string;
  /** What runs it without the palette. */
  readonly keys?: readonly string[];
  /** How well it matches what is typed, if it was made for that, from 0 to 1. */
  readonly score?: number;
  readonly run: () => void;
  /** What it puts into the field instead, where the user goes on typing. */
  readonly fills?: string;
  /** The address that it opens, which another window can open as well. */
  readonly path?: string;
  /** Something of a project, with what a list says about it beside its name. */
  readonly item?: PaletteItem;
}

/** Something of a project that was found. */
export interface PaletteItem {
  readonly connection: Connection;
  /** Beside the name, such as the email. */
  readonly detail?: string;
  /** At the end of the line, such as how a key ends. */
  readonly ending?: string;
  readonly user?: ServerUser;
  readonly team?: ServerTeam;
  /** Number of members of the team; null if it isn't known. */
  readonly members?: number | null;
}

/** As the index compares texts, and without the marks of any script. */
function plain(text: string): string {
  return foldSearch(text).normalize('NFD').replace(/\p{M}/gu, '');
}

/** The texts by which an entry is found. */
type Findable = Pick<PaletteEntry, 'label' | 'aside' | 'words'>;

/**
 * Returns how well an entry matches the typed text, 0 for not at all: every word must be in the label, the aside, or the further
 * words; the label counts for more, most of all if it starts with the typed text.
 */
export function paletteScore({ label, aside = '', words: further = '' }: Findable, typed: string): number {
  const search = plain(typed.trim());
  const [inLabel, anywhere] = [plain(label), plain(`${label} ${aside} ${further}`)];
  if (inLabel.startsWith(search)) return 1;
  const words = search.split(/\s+/);
  if (!words.every((word) => anywhere.includes(word))) return 0;
  const starts = words.filter((word) => ` ${inLabel}`.includes(` ${word}`)).length;
  const within = words.filter((word) => inLabel.includes(word)).length;
  return 0.1 + (0.4 * starts + 0.4 * within) / words.length;
}

/** Entries with a heading. */
export interface PaletteGroup {
  readonly heading: MessageKey;
  /** The number of all that match, if more do than are listed. */
  readonly total?: string;
  readonly entries: readonly PaletteEntry[];
}

/** Returns the groups with the entries that match what is typed, the best first. Without a search, all are in their order. */
export function rankGroups(groups: readonly PaletteGroup[], typed: string): readonly PaletteGroup[] {
  if (typed.trim() === '') return groups.filter(({ entries }) => entries.length > 0);
  const byScore = (one: { readonly score: number }, other: { readonly score: number }) => other.score - one.score;
  return groups
    .map(({ heading, entries, total }) => {
      const rated = entries.map((entry) => ({ entry, score: entry.score ?? paletteScore(entry, typed) }));
      const found = rated.filter(({ score }) => score > 0).sort(byScore);
      return { heading, ...(total === undefined ? {} : { total }), entries: found.map(({ entry }) => entry), score: found[0]?.score ?? 0 };
    })
    .filter(({ score }) => score > 0)
    .sort(byScore);
}
