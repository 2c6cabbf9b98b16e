/**
 * Rows of jobs that nothing has read: stored some together, because most previews are never started, and a preview waits for them. They become rows before
 * anything looks at them.
 */
import type { Database } from '../encrypted-database';
import { digestLength, type RowBlock } from './row-block';

export const blockTable = `
  CREATE TABLE job_blocks (job TEXT NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, rows TEXT NOT NULL, digests TEXT NOT NULL,
    PRIMARY KEY (job, first));
`;

/** Adds rows to a job. */
export function addBlock(database: Database, job: string, { first, count, rows, digests }: RowBlock): void {
  database.run('INSERT INTO job_blocks (job, first, count, rows, digests) VALUES (?, ?, ?, ?, ?)', [job, first, count, rows, digests]);
}

/** Returns the digests of the first block after a row, and its last row; null if there is none. */
export function nextDigests(database: Database, job: string, after: number): { readonly digests: string; readonly last: number } | null {
  const sql = 'SELECT digests, first + count - 1 AS last FROM job_blocks WHERE job = ? AND first > ? ORDER BY first LIMIT 1';
  return database.one<{ digests: string; last: number }>(sql, [job, after]) ?? null;
}

export function removeBlocks(database: Database, job: string): void {
  database.run('DELETE FROM job_blocks WHERE job = ?', [job]);
}

/** Makes rows of the first block of a job. Returns how many blocks were there. To be called in a transaction. */
function unfoldNext(database: Database, job: string): number {
  const { left } = database.one<{ left: number }>('SELECT count(*) AS left FROM job_blocks WHERE job = ?', [job]) ?? { left: 0 };
  if (left === 0) return 0;
  database.run(
    `INSERT INTO job_rows (job, n, target, belongs, before, value, secret, name, email, digest, state, reason)
     SELECT b.job, b.first + r.key, r.value ->> 0, r.value ->> 1, r.value ->> 2, r.value ->> 3, r.value ->> 4, r.value ->> 5, r.value ->> 6,
       substr(b.digests, ${digestLength} * r.key + 1, ${digestLength}), iif(r.value ->> 7 IS NULL, 'waiting', 'skipped'), r.value ->> 7
     FROM (SELECT * FROM job_blocks WHERE job = ? ORDER BY first LIMIT 1) b CROSS JOIN json_each(b.rows) r`,
    [job],
  );
  database.run('DELETE FROM job_blocks WHERE job = ? AND first = (SELECT min(first) FROM job_blocks WHERE job = ?)', [job, job]);
  return left;
}

/** Makes rows of all blocks at once. To be called in a transaction. */
export function unfoldAll(database: Database): void {
  for (const { job } of database.all<{ job: string }>('SELECT DISTINCT job FROM job_blocks')) while (unfoldNext(database, job) > 1);
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
