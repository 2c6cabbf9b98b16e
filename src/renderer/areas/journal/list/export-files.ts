/** What exports of the journal contain, in parts. */

import { byteOrderMark, csvRow } from '#contract/export/csv.ts';
import type { JournalEntry, JournalFilter } from '#contract/journal/journal-entry.ts';
import { api } from '#data/api.ts';
import { isoTime } from '#lib/intl/format.ts';
import type { Translator } from '#messages/translator.ts';
import { aboutOf, entryState, sentenceText } from '#parts/journal/entry-sentence.tsx';
import { callOf } from '../written-call';

/** A part of a file. */
interface FilePart {
  readonly text: string;
  /** Number of entries in it. */
  readonly rows: number;
}

/** Yields the whole chain as lines of JSON with their hashes, oldest first, as `scripts/verify-journal.mjs` verifies it. */
export async function* readChainLines(): AsyncGenerator<FilePart> {
  for (let after: number | null = 0; after !== null; ) {
    const page: { text: string; next: number | null } = await api.journal.exportPage({ after });
    yield { text: page.text, rows: page.text.split('\n').length - 1 };
    after = page.next;
  }
}

interface Texts {
  /** Texts that aren't concealed. */
  readonly stored: Translator;
  readonly nameOf: (actor: JournalEntry['actor']) => string;
  readonly connectionName: (id: string) => string;
}

const columns = [
  'number',
  'time',
  'state',
  'change',
  'about',
  'actor',
  'key_ending',
  'os_user',
  'made_in',
  'terminal',
  'connection',
  'endpoint',
  'method',
  'path',
  'status',
  'request_id',
  'undone_by',
  'note',
];
/** Entries that are read at once. */
const pageSize = 500;

/** Yields the entries of a filter as a table, the newest first. */
export async function* readEntryRows(filter: JournalFilter, texts: Texts): AsyncGenerator<FilePart> {
  yield { text: byteOrderMark + csvRow(columns), rows: 0 };
  for (let before: number | undefined; ; ) {
    const { entries, hasMore }: { entries: readonly JournalEntry[]; hasMore: boolean } = await api.journal.list({
      filter,
      ...(before === undefined ? {} : { before }),
      limit: pageSize,
    });
    yield { text: entries.map((entry) => csvRow(cellsOf(entry, texts))).join(''), rows: entries.length };
    before = entries.at(-1)?.seq;
    if (!hasMore || before === undefined) return;
  }
}

function cellsOf(entry: JournalEntry, { stored, nameOf, connectionName }: Texts): string[] {
  const { seq, timeMillis, actor, osUser, connectionId, endpoint, outcome, undoneBy, note, source, terminal } = entry;
  const call = callOf(entry);
  return [
    seq,
    isoTime(timeMillis),
    entryState(entry),
    sentenceText(stored, entry),
    aboutOf(entry)?.text,
    nameOf(actor),
    actor.lastFour,
    osUser,
    source,
    terminal || source === 'terminal',
    connectionId === null ? null : connectionName(connectionId),
    endpoint,
    call?.method,
    call?.path,
    outcome?.status,
    outcome?.requestId,
    undoneBy,
    note?.text,
  ].map((value) => (value === null || value === undefined ? '' : String(value)));
}
