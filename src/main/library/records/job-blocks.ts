/**
 * Rows of jobs that nothing has read: stored some together, because most previews are never started, and a preview waits for them. A block becomes rows when
 * its first one is looked at, so that a job of many rows sends its first ones at once. What they were stays known by hashes, which the hash of the job is over.
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

/** What is asked of blocks while a job runs, without their texts. */
export const blockIndex = 'CREATE INDEX job_blocks_folded ON job_blocks (job, first, count, skipped, digests) WHERE digests IS NULL;';

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

type FoldedBlock = Pick<RowBlock, 'first' | 'count' | 'hash' | 'rows'>;

/** Returns the number of the first row that is in a block; null if none is. Rows after it may be rows already. */
export function firstInBlocks(database: Database, job: string): number | null {
  const sql = 'SELECT min(first) AS first FROM job_blocks WHERE job = ? AND digests IS NULL';
  return database.one<{ first: number | null }>(sql, [job])?.first ?? null;
}

/** Whether the texts of blocks are those that were added. */
export async function areTextsSame(database: Database, job: string, breathe: () => Promise<void>): Promise<boolean> {
  for (let after = -1; ; await breathe()) {
    const sql = 'SELECT first, hash, rows FROM job_blocks WHERE job = ? AND first > ? AND digests IS NULL ORDER BY first LIMIT 1';
    const block = database.one<Omit<FoldedBlock, 'count'>>(sql, [job, after]);
    if (block === undefined) return true;
    if (hashOf(block.rows) !== block.hash) return false;
    after = block.first;
  }
}

/** Makes rows of a block. Those of an altered text have no digest, and aren't sent. To be called in a transaction. */
function unfoldBlock(database: Database, job: string, { first, count, hash, rows }: FoldedBlock): void {
  const isSameText = hashOf(rows) === hash;
  for (const [at, columns] of (JSON.parse(rows) as FoldedRow[]).entries()) {
    const [target, belongs, before, value, secret, , , reason] = columns;
    const digest = isSameText ? digestOf({ n: first + at, target, belongs, before, value, secret }, reason) : '';
    database.run(`INSERT INTO job_rows (job, n, digest, state, ${columnsOfRows.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, [
      job,
      first + at,
      digest,
      reason === null ? 'waiting' : 'skipped',
      ...columns,
    ]);
  }
  const digests = isSameText ? hashOfDigests(database, job, first, count) : '';
  database.run("UPDATE job_blocks SET rows = '', digests = ? WHERE job = ? AND first = ?", [digests, job, first]);
}

/** Makes rows of the first block of a job that isn't yet. `overwriting` runs a transaction that leaves nothing of a block beside the database. */
export async function unfoldNext(database: Database, job: string, overwriting: <T>(work: () => T) => Promise<T>): Promise<void> {
  const unfold = () => {
    const sql = 'SELECT first, count, hash, rows FROM job_blocks WHERE job = ? AND digests IS NULL ORDER BY first LIMIT 1';
    const block = database.one<FoldedBlock>(sql, [job]);
    if (block !== undefined) unfoldBlock(database, job, block);
  };
  const isLast = database.one('SELECT 1 FROM job_blocks WHERE job = ? AND digests IS NULL LIMIT 1 OFFSET 1', [job]) === undefined;
  // The texts have secrets too.
  if (isLast) await overwriting(unfold);
  else database.transaction(unfold);
}

/** Makes rows of the blocks that have one of `isAbout`. Those that a job still sends don't count. To be called in a transaction. */
export function unfoldAbout(database: Database, isAbout: (row: FoldedRow) => boolean): void {
  const places = database.all<{ job: string; first: number }>(
    `SELECT b.job, b.first FROM job_blocks b JOIN jobs j ON j.id = b.job
     WHERE b.digests IS NULL AND (j.state NOT IN ('active', 'paused') OR b.skipped > 0)`,
  );
  for (const { job, first } of places) {
    const sql = 'SELECT first, count, hash, rows FROM job_blocks WHERE job = ? AND first = ?';
    const block = database.one<FoldedBlock>(sql, [job, first]);
    if (block !== undefined && (JSON.parse(block.rows) as FoldedRow[]).some(isAbout)) unfoldBlock(database, job, block);
  }
}
