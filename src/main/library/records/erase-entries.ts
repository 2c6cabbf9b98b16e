/** Erases what entries say about people, and removes the oldest entries. The chain stays whole: it has entries about both. */
import type { RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import type { Database } from '../encrypted-database';
import { appendEntry, chainEnd, refreshText, removeText } from './append-entries';
import { eraseFromSnapshots } from './snapshots';

type Of<Op extends RecordsRequest['op']> = Extract<RecordsRequest, { op: Op }>;

/** Erases the personal parts of entries about users, and what snapshots have of them. */
export function erasePerson(database: Database, { timeMillis, ids, destination }: Of<'erase-person'>): RecordsResults['erase-person'] {
  eraseFromSnapshots(database, ids, destination);
  const marks = ids.map(() => '?').join(', ');
  const about = database
    .all<{ seq: number }>(
      `SELECT DISTINCT n.seq FROM named n JOIN entries e ON e.seq = n.seq WHERE n.id IN (${marks}) AND (? IS NULL OR e.destination = ?) ORDER BY n.seq`,
      [...ids, destination, destination],
    )
    .map(({ seq }) => seq);
  const parts = about.flatMap((seq) =>
    database.all<{ seq: number }>("SELECT seq FROM entries WHERE about = ? AND kind IN ('note', 'outcome')", [seq]).map((part) => part.seq),
  );
  const of = [...about, ...parts].filter((seq) => database.one('SELECT 1 FROM personal WHERE seq = ?', [seq]) !== undefined);
  if (of.length === 0) return { erased: 0, end: chainEnd(database) };
  of.sort((a, b) => a - b);
  const end = appendEntry(database, { kind: 'erased', timeMillis, facts: { of } });
  for (const seq of of) {
    database.run('DELETE FROM personal WHERE seq = ?', [seq]);
    database.run('INSERT OR REPLACE INTO erased (seq, by) VALUES (?, ?)', [seq, end.seq]);
  }
  for (const seq of about) refreshText(database, seq);
  return { erased: of.length, end };
}

/** Removes the oldest entries. Those of writes in progress stay, with all that follow them. */
export function trimJournal(
  database: Database,
  { timeMillis, olderThanMillis, maxEntries }: Of<'trim-journal'>,
): RecordsResults['trim-journal'] {
  const { seq: lastSeq, chain } = chainEnd(database);
  const keptFrom = Math.max(keptByTime(database, olderThanMillis) ?? lastSeq + 1, keptByNumber(database, maxEntries) ?? 0);
  const open = database.one<{ seq: number | null }>('SELECT min(seq) AS seq FROM open_intents')?.seq ?? null;
  const through = Math.min(keptFrom, open ?? keptFrom) - 1;
  const removed = database.one<{ count: number }>("SELECT count(*) AS count FROM entries WHERE seq <= ? AND kind = 'intent'", [through]);
  if (removed === undefined || removed.count === 0) return { removed: 0, end: chainEnd(database) };
  const hash = database.one<{ hash: string }>('SELECT hash FROM entries WHERE seq = ?', [through])?.hash ?? '';
  const end = appendEntry(database, { kind: 'trimmed', timeMillis, facts: { through, hash, chain, removed: removed.count } });
  for (const { seq } of database.all<{ seq: number }>('SELECT seq FROM texts WHERE seq <= ?', [through])) removeText(database, seq);
  for (const table of ['personal', 'erased', 'named', 'entries']) database.run(`DELETE FROM ${table} WHERE seq <= ?`, [through]);
  return { removed: removed.count, end };
}

/** The first write at the time or after it; null if there is none. */
function keptByTime(database: Database, olderThanMillis: number): number | null {
  const kept = database.one<{ seq: number | null }>("SELECT min(seq) AS seq FROM entries WHERE kind = 'intent' AND time >= ?", [
    olderThanMillis,
  ]);
  return kept?.seq ?? null;
}

/** The first of the newest writes; null if there are fewer. */
function keptByNumber(database: Database, maxEntries: number): number | null {
  const groups = database.all<{ seq: number }>(
    `SELECT min(seq) AS seq FROM entries WHERE kind = 'intent' GROUP BY coalesce(job, seq) ORDER BY seq DESC LIMIT ?`,
    [maxEntries],
  );
  return groups.length < maxEntries ? null : (groups.at(-1)?.seq ?? null);
}
