/** The rows of a list of entries: by day, and those of one job as one. */
import { sentenceEntryOf } from '#contract/journal/entry-input.ts';
import type { JournalEntry } from '#contract/journal/journal-entry.ts';
import { journalSentence } from '#contract/journal/journal-sentence.ts';
import { startOfDay } from '#lib/intl/days.ts';

interface DayRow {
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

export interface JobSummary {
  /** The entry whose title is that of all of them; null if they did different things. */
  readonly like: JournalEntry | null;
  /** Number of users that they are about; null if some are about none, or about several. */
  readonly users: number | null;
  /** The newest entry that failed, else the newest that isn't done; null if all are. */
  readonly worst: JournalEntry | null;
}

/** Entries of a job whose titles are compared: those of one endpoint hardly differ later, and a job may have very many. */
const comparedTitles = 100;

/** Returns what entries of a job have in common. They are the newest first. */
export function jobSummary(entries: readonly JournalEntry[]): JobSummary {
  const titles = new Set(entries.slice(0, comparedTitles).map(titleOf));
  const endpoints = new Set(entries.map(({ endpoint }) => endpoint));
  const users = entries.map(userOf);
  const done = entries.find(({ outcome }) => outcome?.result === 'done');
  const failed = entries.find(({ outcome }) => outcome?.result === 'failed');
  return {
    like: titles.size === 1 && endpoints.size === 1 ? (done ?? entries[0] ?? null) : null,
    users: users.includes(null) ? null : new Set(users).size,
    worst: failed ?? entries.find(({ outcome }) => outcome?.result !== 'done') ?? null,
  };
}

function titleOf(entry: JournalEntry): string {
  const { key, count, parts } = journalSentence(sentenceEntryOf(entry));
  return JSON.stringify([key, count, parts.permission?.text, parts.team?.text, parts.key?.text]);
}

function userOf({ target, people, outcome }: JournalEntry): string | null {
  if (target.kind === 'user') return target.id ?? outcome?.createdId ?? null;
  return people.length === 1 ? (people[0] ?? null) : null;
}
