/** What was applied last to the projects of connections, one document of each. */
import type { RecordsRequest, RecordsResults } from '#contract/workers/records.ts';
import type { Database } from '../encrypted-database';

type Of<Op extends RecordsRequest['op']> = Extract<RecordsRequest, { op: Op }>;

export const baseTable =
  'CREATE TABLE bases (connection TEXT PRIMARY KEY, destination TEXT NOT NULL, time INTEGER NOT NULL, json TEXT NOT NULL) WITHOUT ROWID;';

/** Stores the base of a connection in place of the one before. */
export function putBase(database: Database, { connectionId, destination, timeMillis, base }: Of<'put-base'>): null {
  const values = [connectionId, destination, timeMillis, JSON.stringify(base)];
  database.run('INSERT OR REPLACE INTO bases (connection, destination, time, json) VALUES (?, ?, ?, ?)', values);
  return null;
}

/** Returns the base of a connection; null without one, and of one that led elsewhere. */
export function readBase(database: Database, { connectionId, destination }: Of<'read-base'>): RecordsResults['read-base'] {
  const sql = 'SELECT time, json FROM bases WHERE connection = ? AND destination = ?';
  const row = database.one<{ time: number; json: string }>(sql, [connectionId, destination]);
  return row === undefined ? null : { timeMillis: row.time, base: JSON.parse(row.json) as unknown };
}

/** Removes the bases of other connections. */
export function removeBases(database: Database, { exceptConnections }: Of<'remove-bases'>): null {
  database.run('DELETE FROM bases WHERE connection NOT IN (SELECT value FROM json_each(?))', [JSON.stringify(exceptConnections)]);
  return null;
}
