/** Erases what entries say about people, and removes the oldest entries. The chain stays whole: it has entries about both. */
import type { RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import type { Database } from '../encrypted-database';
import { appendEntry, chainEnd, refreshText, removeText } from './append-entries';
import { eraseFromJobs } from './erase-from-jobs';
import { eraseFromSnapshots } from './snapshots';

type Of<Op extends RecordsRequest['op']> = Extract<RecordsRequest, { op: Op }>;

/** Writes whose parts are erased, or that are removed, before other requests run. */
const stepSize = 500;

/** Erases the personal parts of entries that are about users, or name them in their values, and what snapshots have of them. `breathe` lets other requests run. */
export async function erasePerson(
  database: Database,
  { timeMillis, ids, names, destination }: Of<'erase-person'>,
  breathe: () => Promise<void>,
): Promise<RecordsResults['erase-person']> {
  database.transaction(() => {
    eraseFromSnapshots(database, ids, destination);
    eraseFromJobs(database, { ids, names, destination });
  });
  const marks = ids.map(() => '?').join(', ');
  const about = database.all<Numbered>(`SELECT DISTINCT seq FROM named WHERE id IN (${marks})`, ids);
  const naming = await entriesWith(database, new Set([...ids, ...names].map((name) => JSON.stringify(name).toLowerCase())), breathe);
  const isThere = ({ seq }: Numbered) =>
    destination === null || database.one('SELECT 1 FROM entries WHERE seq = ? AND destination = ?', [seq, destination]) !== undefined;
  return eraseParts(database, [...about, ...naming].filter(isThere), timeMillis, breathe);
}

/** Finds the writes that have one of the texts as a value, or whose outcome or note does. It reads all entries, and lets other requests run in the meantime. */
async function entriesWith(database: Database, texts: ReadonlySet<string>, breathe: () => Promise<void>): Promise<readonly Numbered[]> {
  const found: Numbered[] = [];
  for (let after = -1; ; await breathe()) {
    const parts = database.all<{ part: number; seq: number; json: string }>(
      `SELECT p.seq AS part, coalesce(e.about, e.seq) AS seq, p.json FROM personal p JOIN entries e ON e.seq = p.seq
       WHERE p.seq > ? ORDER BY p.seq LIMIT ?`,
      [after, stepSize],
    );
    for (const { seq, json } of parts) {
      const strings = json.toLowerCase().match(/"(?:[^"\\]|\\.)*"/g) ?? [];
      if (strings.some((text) => texts.has(text))) found.push({ seq });
    }
    const last = parts.at(-1);
    if (last === undefined || parts.length < stepSize) return found;
    after = last.part;
  }
}

/** Erases the personal parts of a connection's entries and of those about its project, but not of those about projects that are kept. */
export function eraseConnection(
  database: Database,
  { timeMillis, connectionId, destination, kept }: Of<'erase-connection'>,
  breathe: () => Promise<void>,
): Promise<RecordsResults['erase-connection']> {
  const found = database.all<Numbered>(
    `SELECT seq FROM entries WHERE kind = 'intent' AND (connection = ? OR destination = ?)
     AND (destination IS NULL OR destination NOT IN (SELECT value FROM json_each(?)))`,
    [connectionId, destination, JSON.stringify(kept)],
  );
  return eraseParts(database, found, timeMillis, breathe);
}

interface Numbered {
  readonly seq: number;
}

/** Erases the personal parts of writes, of their outcomes, and of their notes. */
async function eraseParts(database: Database, found: readonly Numbered[], timeMillis: number, breathe: () => Promise<void>) {
  const seqs = [...new Set(found.map(({ seq }) => seq))].sort((a, b) => a - b);
  let erased = 0;
  for (let at = 0; at < seqs.length; at += stepSize) {
    if (at > 0) await breathe();
    const step = seqs.slice(at, at + stepSize);
    erased += database.transaction(() => eraseStep(database, step, timeMillis));
  }
  return { erased, end: chainEnd(database) };
}

/** Returns the number of writes of which something was erased. */
function eraseStep(database: Database, about: readonly number[], timeMillis: number): number {
  const of = about.map((seq) => ({
    seq,
    parts: database
      .all<Numbered>(
        `SELECT p.seq FROM personal p WHERE p.seq = ?1 OR p.seq IN
         (SELECT e.seq FROM entries e WHERE e.about = ?1 AND e.kind IN ('note', 'outcome'))`,
        [seq],
      )
      .map((part) => part.seq),
  }));
  const parts = of.flatMap((one) => one.parts).sort((a, b) => a - b);
  if (parts.length === 0) return 0;
  const end = appendEntry(database, { kind: 'erased', timeMillis, facts: { of: parts } });
  for (const seq of parts) {
    database.run('DELETE FROM personal WHERE seq = ?', [seq]);
    database.run('INSERT OR REPLACE INTO erased (seq, by) VALUES (?, ?)', [seq, end.seq]);
  }
  const changed = of.filter((one) => one.parts.length > 0);
  for (const { seq } of changed) refreshText(database, seq);
  return changed.length;
}

/** Removes the oldest entries. Those of writes in progress stay, with all that follow them. `breathe` lets other requests run. */
export async function trimJournal(
  database: Database,
  { timeMillis, olderThanMillis, maxEntries }: Of<'trim-journal'>,
  breathe: () => Promise<void>,
): Promise<RecordsResults['trim-journal']> {
  const { seq: lastSeq } = chainEnd(database);
  const keptFrom = Math.max(keptByTime(database, olderThanMillis) ?? lastSeq + 1, keptByNumber(database, maxEntries) ?? 0);
  let removed = 0;
  for (;;) {
    const step = database.transaction(() => trimStep(database, keptFrom, timeMillis));
    removed += step;
    if (step < stepSize) return { removed, end: chainEnd(database) };
    await breathe();
  }
}

/** Returns the number of writes that were removed. */
function trimStep(database: Database, keptFrom: number, timeMillis: number): number {
  const { seq: lastSeq, chain } = chainEnd(database);
  const open = database.one<{ seq: number | null }>('SELECT min(seq) AS seq FROM open_intents')?.seq ?? null;
  const writes = (from: number, to: number, limit: number) =>
    database.all<Numbered>("SELECT seq FROM entries WHERE +kind = 'intent' AND seq >= ? AND seq < ? ORDER BY seq LIMIT ?", [
      from,
      to,
      limit,
    ]);
  const removed = writes(0, Math.min(keptFrom, open ?? keptFrom), stepSize);
  const last = removed.at(-1);
  if (last === undefined) return 0;
  // With the entries after it up to the next write.
  const through = (writes(last.seq + 1, lastSeq + 1, 1)[0]?.seq ?? lastSeq + 1) - 1;
  const hash = database.one<{ hash: string }>('SELECT hash FROM entries WHERE seq = ?', [through])?.hash ?? '';
  appendEntry(database, { kind: 'trimmed', timeMillis, facts: { through, hash, chain, removed: removed.length } });
  for (const { seq } of database.all<Numbered>('SELECT seq FROM texts WHERE seq <= ?', [through])) removeText(database, seq);
  for (const table of ['personal', 'erased', 'named', 'entries']) database.run(`DELETE FROM ${table} WHERE seq <= ?`, [through]);
  return removed.length;
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
