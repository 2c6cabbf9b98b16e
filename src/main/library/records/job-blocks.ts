/**
 * Rows of jobs that nothing has read: stored some together, because most previews are never started, and a preview waits for them. They become rows before
 * anything looks at them.
 */
import type { Database } from '../encrypted-database';
import { digestLength, type FoldedRow, type RowBlock } from './row-block';

export const blockTable = `
  CREATE TABLE job_blocks (job TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, rows TEXT NOT NULL, digests TEXT NOT NULL,
    PRIMARY KEY (job, first));
`;

/** A started job isn't unfolded before it is run, and says how many rows it has. */
export const skippedColumn = 'ALTER TABLE job_blocks ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0;';

/** Adds rows to a job. */
export function addBlock(database: Database, job: string, { first, count, skipped, rows, digests }: RowBlock): void {
  const sql = 'INSERT INTO job_blocks (job, first, count, skipped, rows, digests) VALUES (?, ?, ?, ?, ?, ?)';
  database.run(sql, [job, first, count, skipped, rows, digests]);
}

/** Returns the number of rows of a job that are in blocks. */
export function countInBlocks(database: Database, job: string): { readonly waiting: number; readonly skipped: number } {
  const sql = 'SELECT coalesce(sum(count - skipped), 0) AS waiting, coalesce(sum(skipped), 0) AS skipped FROM job_blocks WHERE job = ?';
  return database.one<{ waiting: number; skipped: number }>(sql, [job]) ?? { waiting: 0, skipped: 0 };
}

/** Returns the digests of the first block after a row, and its last row; null if there is none. */
export function nextDigests(database: Database, job: string, after: number): { readonly digests: string; readonly last: number } | null {
  const sql = 'SELECT digests, first + count - 1 AS last FROM job_blocks WHERE job = ? AND first > ? ORDER BY first LIMIT 1';
  return database.one<{ digests: string; last: number }>(sql, [job, after]) ?? null;
}

export function removeBlocks(database: Database, job: string): void {
  database.run('DELETE FROM job_blocks WHERE job = ?', [job]);
}

/** Makes rows of the first block of a job. Returns whether there was one. To be called in a transaction. */
function unfoldNext(database: Database, job: string): boolean {
  const sql = 'SELECT first, rows, digests FROM job_blocks WHERE job = ? ORDER BY first LIMIT 1';
  const block = database.one<Pick<RowBlock, 'first' | 'rows' | 'digests'>>(sql, [job]);
  if (block === undefined) return false;
  const { first, digests } = block;
  for (const [at, columns] of (JSON.parse(block.rows) as FoldedRow[]).entries()) {
    const digest = digests.slice(at * digestLength, (at + 1) * digestLength);
    const reason = columns[7];
    database.run(
      `INSERT INTO job_rows (job, n, digest, state, target, belongs, before, value, secret, name, email, reason)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [job, first + at, digest, reason === null ? 'waiting' : 'skipped', ...columns],
    );
  }
  database.run('DELETE FROM job_blocks WHERE job = ? AND first = ?', [job, first]);
  return true;
}

/** Makes rows of all blocks at once. To be called in a transaction. */
export function unfoldAll(database: Database): void {
  for (const { job } of database.all<{ job: string }>('SELECT DISTINCT job FROM job_blocks')) while (unfoldNext(database, job));
}

/** Makes rows of the blocks of a job, in their order, with pauses. `overwriting` runs a transaction that leaves nothing of a block beside the database. */
export async function unfold(
  database: Database,
  job: string,
  overwriting: <T>(work: () => T) => Promise<T>,
  breathe: () => Promise<void>,
): Promise<void> {
  const hasMore = () => database.one('SELECT 1 FROM job_blocks WHERE job = ? LIMIT 1 OFFSET 1', [job]) !== undefined;
  for (; hasMore(); await breathe()) database.transaction(() => unfoldNext(database, job));
  // Also secrets.
  if (database.one('SELECT 1 FROM job_blocks WHERE job = ?', [job]) !== undefined) await overwriting(() => unfoldNext(database, job));
}
