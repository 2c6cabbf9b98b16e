/** The pages of a list of entries, as they were read, and what was recorded since. Nothing that is listed changes its place. */
import type { JournalEntry } from '#contract/journal/journal-entry.ts';

export interface EntryPage {
  /** Newest first. */
  readonly entries: readonly JournalEntry[];
  /** Number of the entry before which the next page is read; null at the end. */
  readonly next: number | null;
  /** The end of the chain to which the page is known to be up to date. */
  readonly through: number;
}

export interface EntryPages {
  readonly pages: readonly EntryPage[];
  readonly pageParams: readonly (number | null)[];
}

/**
 * Returns the pages with changed entries in their places, also those that the filter wouldn't find any more, and new ones before the first.
 * `fresh` are the newest first, and both are what was recorded up to the end `through`.
 */
export function withChanges(
  of: EntryPages,
  {
    changed,
    fresh,
    through,
  }: { readonly changed: readonly JournalEntry[]; readonly fresh: readonly JournalEntry[]; readonly through: number },
): EntryPages {
  const bySeq = new Map(changed.map((entry) => [entry.seq, entry]));
  const known = new Set(of.pages.flatMap(({ entries }) => entries.map(({ seq }) => seq)));
  const added = fresh.filter(({ seq }) => !known.has(seq));
  const pages = of.pages.map((page, at) => {
    const isChanged = page.entries.some(({ seq }) => bySeq.has(seq));
    const entries = isChanged ? page.entries.map((entry) => bySeq.get(entry.seq) ?? entry) : page.entries;
    if (at === 0) return { ...page, entries: added.length > 0 ? [...added, ...entries] : entries, through };
    return isChanged ? { ...page, entries } : page;
  });
  return { ...of, pages };
}

/** Returns all entries of the pages, the newest first. */
export function entriesOf({ pages }: Pick<EntryPages, 'pages'>): readonly JournalEntry[] {
  return pages.flatMap(({ entries }) => entries);
}

/** Returns the number of the newest entry; 0 if there is none. */
export function newestOf(of: Pick<EntryPages, 'pages'>): number {
  return of.pages[0]?.entries[0]?.seq ?? 0;
}
