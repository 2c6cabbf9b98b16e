/** The open records: handles the requests about them. */
import type { JournalRequest, OpenRecords, RecordsHandlers, RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import { LibraryError } from '../encrypted-database';
import {
  appendBreak,
  appendEnd,
  appendIntent,
  appendNote,
  appendOutcome,
  chainEnd,
  holdsEntry,
  openIntents,
  writeMissingTexts,
} from './append-entries';
import { putBase, readBase, removeBases } from './bases';
import { createCommitGroup } from './commit-group';
import { eraseConnection, erasePerson, trimJournal } from './erase-entries';
import { listEntries, readEntry } from './find-entries';
import { createJobHandlers } from './job-handlers';
import { openRecordsDatabase, type RecordsDatabase } from './records-database';
import { beginStep, endStep, finishSnapshot, listSnapshots, putSnapshot, readSnapshot, removeSnapshots } from './snapshots';
import { verifyChain } from './verify-chain';

export interface RecordsHandle {
  /** Resolves to the result of a request. Rejects with a `LibraryError`. */
  handle(request: RecordsRequest, breathe: () => Promise<void>): Promise<unknown>;
  close(): void;
}

/** Requests that are made often, and of which several come at once. */
const grouped: ReadonlySet<RecordsRequest['op']> = new Set(['append-intent', 'append-outcome', 'set-note', 'job-put']);

/** Opens the records. Throws a `LibraryError`. See `createCommitGroup` about `linger`. */
export function openRecords(opened: OpenRecords, linger?: () => Promise<void>): RecordsHandle {
  const database = openRecordsDatabase(opened);
  const group = createCommitGroup(database, linger);
  const journal: RecordsHandlers<JournalRequest> = {
    'journal-end': () => ({ ...chainEnd(database), setAside: database.setAside }),
    'holds-entry': ({ checkpoint }) => ({ isHeld: holdsEntry(database, checkpoint) }),
    'append-intent': (request, breathe) => group.add(() => appendIntent(database, request), breathe),
    'append-outcome': (request, breathe) => group.addLater(() => appendOutcome(database, request), breathe),
    'append-end': (request) => database.transaction(() => appendEnd(database, request)),
    'set-note': (request, breathe) => group.add(() => appendNote(database, request), breathe),
    'append-break': (request) => database.transaction(() => appendBreak(database, request)),
    'open-intents': () => openIntents(database),
    'list-entries': (request) => {
      if (request.filter.text !== undefined) completeTexts(database);
      return listEntries(database, request);
    },
    'read-entry': ({ seq }) => readEntry(database, seq),
    'verify-chain': ({ checkpoint }, breathe) => verifyChain(database, checkpoint, breathe),
    'erase-person': (request, breathe) => overwriting(database, () => erasePerson(database, request, breathe)),
    'erase-connection': (request, breathe) => overwriting(database, () => eraseConnection(database, request, breathe)),
    'trim-journal': (request, breathe) => overwriting(database, () => trimJournal(database, request, breathe)),
    'export-chain': ({ after, limit }) => exportChain(database, after, limit),
    'put-snapshot': (request) => database.transaction(() => putSnapshot(database, request)),
    'finish-snapshot': (request) => overwriting(database, async () => finishSnapshot(database, request)),
    'list-snapshots': (request) => listSnapshots(database, request),
    'read-snapshot': (request) => readSnapshot(database, request),
    'begin-step': (request) => database.transaction(() => beginStep(database, request)),
    'end-step': (request) => database.transaction(() => endStep(database, request)),
    'put-base': (request) => overwriting(database, async () => putBase(database, request)),
    'read-base': (request) => readBase(database, request),
    'remove-bases': (request) => overwriting(database, async () => removeBases(database, request)),
    'remove-snapshots': (request) => overwriting(database, async () => removeSnapshots(database, request)),
  };
  const handlers: RecordsHandlers = {
    ...journal,
    ...createJobHandlers(database, group, (work) => overwriting(database, async () => database.transaction(work))),
  };
  return {
    async handle(request, breathe) {
      // Requests are handled in their order.
      if (!grouped.has(request.op)) group.flush();
      return (handlers[request.op] as (of: RecordsRequest, wait: typeof breathe) => unknown)(request, breathe);
    },
    close() {
      group.flush();
      database.close();
    },
  };
}

/** Makes all writes be found by their texts. On a full disk, or while another process writes, a search reads those of the newest one by one. */
function completeTexts(database: RecordsDatabase): void {
  try {
    database.transaction(() => writeMissingTexts(database));
  } catch (thrown) {
    if (!(thrown instanceof LibraryError) || !['disk-full', 'busy'].includes(thrown.fault)) throw thrown;
  }
}

/** Does what deletes, and leaves nothing of it beside the database. */
function overwriting<T>(database: RecordsDatabase, work: () => Promise<T>): Promise<T> {
  // Another process that reads at the moment keeps a part of it; the next transaction overwrites that.
  return work().finally(() => void database.all('PRAGMA wal_checkpoint(TRUNCATE)'));
}

interface ExportRow {
  readonly seq: number;
  readonly hash: string;
  readonly body: string;
  readonly salt: string | null;
  readonly json: string | null;
}

/** Returns entries as lines of JSON: `entry` and `hash` as in the chain, and `personal`, with the `salt` and the `part`, or null. */
function exportChain(database: RecordsDatabase, after: number, limit: number): RecordsResults['export-chain'] {
  const rows = database.all<ExportRow>(
    'SELECT e.seq, e.hash, e.body, p.salt, p.json FROM entries e LEFT JOIN personal p ON p.seq = e.seq WHERE e.seq > ? ORDER BY e.seq LIMIT ?',
    [after, limit],
  );
  const lines = rows.map(({ hash, body, salt, json }) => {
    const personal = salt === null ? 'null' : `{"part":${json},"salt":${JSON.stringify(salt)}}`;
    return `{"entry":${body},"hash":${JSON.stringify(hash)},"personal":${personal}}`;
  });
  return { lines, next: rows.length < limit ? null : (rows.at(-1)?.seq ?? null) };
}
