/**
 * Rows of jobs that nothing has read: stored some together, because most previews are never started, and a preview waits for them. They become rows before
 * anything looks at them. What they were stays known by hashes, which the hash of the job is over.
 */
import type { Database } from '../encrypted-database';
import { hashOf } from './chain';
import { digestOf, type FoldedRow, type RowBlock } from './row-block';

/** How blocks were stored in earlier versions of the file. */
export const formerBlocks: readonly string[] = [
  `CREATE TABLE job_blocks (job TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, rows TEXT NOT NULL, digests TEXT NOT NULL,
    PRIMARY KEY (job, first));`,
  'ALTER TABLE job_blocks ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;',
];

const columnsOfRows = ['target', 'belongs', 'before', 'value', 'secret', 'name', 'email', 'reason'];

/**
 * `hash` is over the text of the rows. Once there are rows, the text is empty, and `digests` the hash over theirs. The rows of former blocks become rows, which
 * no block is about.
 */
export const blockTable = `
  INSERT INTO job_rows (job, n, digest, state, ${columnsOfRows.join(', ')})
    SELECT b.job, b.first + r.key, substr(b.digests, r.key * 64 + 1, 64), iif(json_extract(r.value, '$[7]') IS NULL, 'waiting', 'skipped'),
      ${columnsOfRows.map((_name, at) => `json_extract(r.value, '$[${at}]')`).join(', ')}
    FROM job_blocks b CROSS JOIN json_each(b.rows) r;
  DROP TABLE job_blocks;
  CREATE TABLE job_blocks (job TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, skipped INTEGER NOT NULL, rows TEXT NOT NULL,
    hash TEXT NOT NULL, digests TEXT, PRIMARY KEY (job, first));
`;

/** Adds rows to a job. */
export function addBlock(database: Database, job: string, { first, count, skipped, rows, hash }: RowBlock): void {
  const sql = 'INSERT INTO job_blocks (job, first, count, skipped, rows, hash) VALUES (?, ?, ?, ?, ?, ?)';
  database.run(sql, [job, first, count, skipped, rows, hash]);
}

/** Returns the number of rows of a job that are in blocks. */
export function countInBlocks(database: Database, job: string): { readonly waiting: number; readonly skipped: number } {
  const sql = `SELECT coalesce(sum(count - skipped), 0) AS waiting, coalesce(sum(skipped), 0) AS skipped FROM job_blocks
    WHERE job = ? AND digests IS NULL`;
  return database.one<{ waiting: number; skipped: number }>(sql, [job]) ?? { waiting: 0, skipped: 0 };
}

interface StoredBlock extends Pick<RowBlock, 'first' | 'count' | 'hash'> {
  readonly digests: string | null;
}

/** Returns the first block of a job after a row; null if there is none. */
export function nextBlock(database: Database, job: string, after: number): StoredBlock | null {
  const sql = 'SELECT first, count, hash, digests FROM job_blocks WHERE job = ? AND first > ? ORDER BY first LIMIT 1';
  return database.one<StoredBlock>(sql, [job, after]) ?? null;
}

/** Whether the rows of a block are still those that it became. Until then, its text isn't looked at. */
export function isSame(database: Database, job: string, { first, count, digests }: StoredBlock): boolean {
  return digests === null || digests === hashOfDigests(database, job, first, count);
}

function hashOfDigests(database: Database, job: string, first: number, count: number): string {
  const sql = 'SELECT digest FROM job_rows WHERE job = ? AND n >= ? AND n < ? ORDER BY n';
  return hashOf(
    database
      .all<{ digest: string }>(sql, [job, first, first + count])
      .map(({ digest }) => digest)
      .join(),
  );
}

export function removeBlocks(database: Database, job: string): void {
  database.run('DELETE FROM job_blocks WHERE job = ?', [job]);
}

/** Makes rows of the first block of a job that isn't yet. Returns whether there was one. To be called in a transaction. */
function unfoldNext(database: Database, job: string): boolean {
  const sql = 'SELECT first, count, hash, rows FROM job_blocks WHERE job = ? AND digests IS NULL ORDER BY first LIMIT 1';
  const block = database.one<Pick<RowBlock, 'first' | 'count' | 'hash' | 'rows'>>(sql, [job]);
  if (block === undefined) return false;
  const { first, count, hash, rows } = block;
  for (const [at, columns] of (JSON.parse(rows) as FoldedRow[]).entries()) {
    const [target, belongs, before, value, secret, , , reason] = columns;
    const digest = digestOf({ n: first + at, target, belongs, before, value, secret }, reason);
    database.run(`INSERT INTO job_rows (job, n, digest, state, ${columnsOfRows.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
      job,
      first + at,
      digest,
      reason === null ? 'waiting' : 'skipped',
      ...columns,
    ]);
  }
  // Rows of an altered text have no hash.
  const digests = hashOf(rows) === hash ? hashOfDigests(database, job, first, count) : '';
  database.run("UPDATE job_blocks SET rows = '', digests = ? WHERE job = ? AND first = ?", [digests, job, first]);
  return true;
}

/** Makes rows of all blocks at once. To be called in a transaction. */
export function unfoldAll(database: Database): void {
  const jobs = database.all<{ job: string }>('SELECT DISTINCT job FROM job_blocks WHERE digests IS NULL');
  for (const { job } of jobs) while (unfoldNext(database, job));
}

/** Makes rows of the blocks of a job, in their order, with pauses. `overwriting` runs a transaction that leaves nothing of a block beside the database. */
export async function unfold(
  database: Database,
  job: string,
  overwriting: <T>(work: () => T) => Promise<T>,
  breathe: () => Promise<void>,
): Promise<void> {
  const isLeft = (besides: number) =>
    database.one('SELECT 1 FROM job_blocks WHERE job = ? AND digests IS NULL LIMIT 1 OFFSET ?', [job, besides]) !== undefined;
  for (; isLeft(1); await breathe()) database.transaction(() => unfoldNext(database, job));
  // Also secrets.
  if (isLeft(0)) await overwriting(() => unfoldNext(database, job));
}
