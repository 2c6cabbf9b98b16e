/** The metadata paths that are filtered or sorted by: each has a table with the values of all users. */
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { IndexDatabase } from './index-database';
import { pathTables, putValue } from './index-writer';

/** Maximum number of paths with a table. A further one replaces the one that wasn't used for the longest time. */
const maxPaths = 20;
/** Users whose values are read without a pause. */
const sliceRows = 2_000;

/** Returns the number of a path's table, which is created and filled if there is none. */
export async function pathTable(index: IndexDatabase, path: string, nowMillis: number, breathe: () => Promise<void>): Promise<number> {
  const known = index.one<{ number: number; built: number }>('SELECT number, built FROM paths WHERE path = ?', [path]);
  if (known !== undefined) index.run('UPDATE paths SET used = ? WHERE number = ?', [nowMillis, known.number]);
  const number = known?.number ?? index.transaction(() => createTable(index, path, nowMillis));
  for (let from = known?.built ?? 0; from !== built; ) {
    from = index.transaction(() => fillSlice(index, number, path, from));
    await breathe();
  }
  return number;
}

/** Stored in place of the next row once a table has all. */
const built = -1;

function createTable(index: IndexDatabase, path: string, nowMillis: number): number {
  const oldest = index.all<{ number: number }>('SELECT number FROM paths ORDER BY used DESC LIMIT -1 OFFSET ?', [maxPaths - 1]);
  for (const { number } of oldest) {
    index.script(`DROP TABLE path_${number}`);
    index.run('DELETE FROM paths WHERE number = ?', [number]);
  }
  const { number } = index.one<{ number: number }>('SELECT coalesce(max(number), 0) + 1 AS number FROM paths') ?? { number: 1 };
  index.script(`CREATE TABLE path_${number} (rid INTEGER PRIMARY KEY, kind INTEGER, value, searched TEXT);
    CREATE INDEX path_${number}_value ON path_${number} (kind, value)`);
  index.run('INSERT INTO paths (number, path, used, built) VALUES (?, ?, ?, 0)', [number, path, nowMillis]);
  return number;
}

/** Returns the row after the slice, or that all are done. Users that are stored meanwhile are added by the writer. */
function fillSlice(index: IndexDatabase, number: number, path: string, from: number): number {
  const table = pathTables(index).find((known) => known.number === number);
  // Another path replaced it.
  if (table === undefined) return built;
  const rows = index.all<{ rid: number; json: string }>('SELECT rid, json FROM bodies WHERE rid > ? ORDER BY rid LIMIT ?', [
    from,
    sliceRows,
  ]);
  for (const { rid, json } of rows) putValue(index, table.table, path, rid, JSON.parse(json) as ServerUser);
  const next = rows.length < sliceRows ? built : (rows.at(-1)?.rid ?? built);
  index.run('UPDATE paths SET built = ? WHERE number = ?', [next, number]);
  return next;
}
