/** Erases what rows of jobs say about people, and finds the rows that were erased. */
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { Database } from '../encrypted-database';
import { unfoldAbout } from './job-blocks';
import type { RowColumns } from './job-tables';
import { digestOf } from './row-block';

interface Person {
  readonly ids: readonly string[];
  /** Email addresses. */
  readonly names: readonly string[];
  /** The server and project; null for all of them. */
  readonly destination: string | null;
}

/**
 * Erases names and values, but not IDs, by which the counts stay. Rows that a job still has to send keep what is sent. Those that an ended job hasn't sent
 * can no longer be sent. Returns the number of rows. To be called in a transaction.
 */
export function eraseFromJobs(database: Database, { ids, names, destination }: Person): number {
  const lowerNames = names.map((name) => name.toLowerCase());
  const [idSet, nameSet] = [new Set<string | null>(ids), new Set(lowerNames)];
  const isNamed = (text: string | null) => text !== null && nameSet.has(text.toLowerCase());
  unfoldAbout(database, ([target, belongs, , , , , email]) => idSet.has(target) || idSet.has(belongs) || isNamed(email) || isNamed(target));
  const byId = JSON.stringify(ids);
  const byName = JSON.stringify(lowerNames);
  const isLeft = "state = 'waiting' AND job NOT IN (SELECT id FROM jobs WHERE state = 'preview')";
  const among = 'IN (SELECT value FROM json_each(?))';
  return database.run(
    `UPDATE job_rows SET name = NULL, email = NULL, before = 'null', value = 'null', was = NULL, secret = NULL, error = NULL,
       state = iif(${isLeft}, 'skipped', state), reason = iif(${isLeft}, 'changed', reason),
       target = iif(lower(target) ${among}, '-', target)
     WHERE (target ${among} OR belongs ${among} OR lower(email) ${among} OR lower(target) ${among})
       AND job IN (SELECT id FROM jobs WHERE (? = '' OR destination = ?)
         AND (state NOT IN ('active', 'paused') OR job_rows.state NOT IN ('waiting', 'sent')))`,
    [byName, byId, byId, byName, byName, destination ?? '', destination ?? ''],
  );
}

/** Returns the numbers of a job's rows in a state that were erased: without any value, and not what their digest is over. */
export function selectErased(database: Database, job: string, state: StoredRow['state']): readonly number[] {
  const rows = database.all<RowColumns>(
    "SELECT * FROM job_rows WHERE job = ? AND state = ? AND name IS NULL AND email IS NULL AND before = 'null' AND value = 'null'",
    [job, state],
  );
  return rows.filter((row) => digestOf(row) !== row.digest).map(({ n }) => n);
}
