/** The rows of a list of entries: by day, and those of one job as one. */
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { startOfDay } from '#lib/intl/format.ts';

export interface DayRow {
  readonly kind: 'day';
  /** The first moment of the day, by this computer's calendar. */
  readonly startMillis: number;
  /** Number of rows of the day that follow, of those known so far. */
  readonly count: number;
}

export interface EntryRow {
  readonly kind: 'entry';
  /** The newest one of a job. */
  readonly entry: JournalEntry;
  /** Further entries of the same job on the same day, the newest first; empty for an entry that isn't of a job. */
  readonly others: readonly JournalEntry[];
}

export type JournalRow = DayRow | EntryRow;

/** Returns the key of a row, which it keeps when others are added. */
export function rowKey(row: JournalRow): string {
  if (row.kind === 'day') return `day ${row.startMillis}`;
  // A job's newest entry changes while it runs.
  return row.entry.job === null ? `entry ${row.entry.seq}` : `job ${row.entry.job} ${startOfDay(row.entry.timeMillis)}`;
}

/** Returns the rows of entries, which are the newest first: a row for each day, and below it those of its entries. */
export function journalRows(entries: readonly JournalEntry[]): readonly JournalRow[] {
  const days: { startMillis: number; rows: EntryRow[]; jobs: Map<string, number> }[] = [];
  for (const entry of entries) {
    const startMillis = startOfDay(entry.timeMillis);
    let day = days.at(-1);
    if (day?.startMillis !== startMillis) {
      day = { startMillis, rows: [], jobs: new Map() };
      days.push(day);
    }
    const at = entry.job === null ? undefined : day.jobs.get(entry.job);
    const known = at === undefined ? undefined : day.rows[at];
    if (at !== undefined && known !== undefined) day.rows[at] = { ...known, others: [...known.others, entry] };
    else {
      if (entry.job !== null) day.jobs.set(entry.job, day.rows.length);
      day.rows.push({ kind: 'entry', entry, others: [] });
    }
  }
  return days.flatMap(({ startMillis, rows }) => [{ kind: 'day' as const, startMillis, count: rows.length }, ...rows]);
}
