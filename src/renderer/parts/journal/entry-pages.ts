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

/** Which page is read. */
export interface PageToRead {
  /** Number of the entry before which it starts; null for the newest ones. */
  readonly before: number | null;
  readonly limit: number;
}

export interface EntryPages {
  readonly pages: readonly EntryPage[];
  readonly pageParams: readonly PageToRead[];
}

/** Entries on each page. */
const pageSize = 100;
/** Entries on a page after one that a single job fills: in a list, all of them are one line. */
const pageSizeInJob = 500;

export const firstPage: PageToRead = { before: null, limit: pageSize };

/** Returns the page that comes after one; null after the last. */
export function pageAfter({ entries, next }: Pick<EntryPage, 'entries' | 'next'>): PageToRead | null {
  if (next === null) return null;
  const job = entries[0]?.job ?? null;
  const isOfJob = job !== null && entries.every((entry) => entry.job === job);
  return { before: next, limit: isOfJob ? pageSizeInJob : pageSize };
}

/**
 * Returns the pages with changed entries in their places, also those that the filter would no longer find, and new ones before the first.
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
