/** The metadata paths that are filtered or sorted by: each has a table with the values of all users, which is filled in the background. */
import { type MetadataField, parseMetadataPath, valueAt } from '#contract/query/metadata-path.ts';
import type { ServerUser } from '#contract/service/models/user-models.ts';
import type { IndexDatabase } from './index-database';
import { toStoredValue } from './metadata-value';

/** Maximum number of paths with a table. A further one replaces the one that wasn't used for the longest time. */
const maxPaths = 20;
/** Users whose values are read without a pause. */
const sliceRows = 1000;
/** Stored in place of the next row once a table has all. */
const built = -1;

interface PathTable {
  readonly number: number;
  readonly path: string;
  readonly table: string;
}

/** Returns the tables of all paths. */
export function pathTables(index: IndexDatabase): PathTable[] {
  return index
    .all<{ number: number; path: string }>('SELECT number, path FROM paths ORDER BY number')
    .map(({ number, path }) => ({ number, path, table: `path_${number}` }));
}

/** Stores the values of a user at all paths that have a table. */
export function putValues(index: IndexDatabase, rid: number, user: ServerUser): void {
  for (const { path, table } of pathTables(index)) insertValues(index, table, [rowOf(rid, user, parseMetadataPath(path))]);
}

type ValueRow = readonly [rid: number, kind: number | null, value: string | number | null, searched: string | null];

function rowOf(rid: number, user: Partial<Record<MetadataField, unknown>>, path: ReturnType<typeof parseMetadataPath>): ValueRow {
  const { kind, value, searched } = toStoredValue(typeof path === 'string' ? undefined : valueAt(user, path));
  return [rid, kind, value, searched];
}

/** Stores values of a path. */
function insertValues(index: IndexDatabase, table: string, rows: readonly ValueRow[]): void {
  for (const [rid, kind, value, searched] of rows)
    index.run(`INSERT OR REPLACE INTO ${table} (rid, kind, value, searched) VALUES (?, ?, ?, ?)`, [rid, kind, value, searched]);
}

export interface MetadataPaths {
  /**
   * Returns the numbers of the tables of paths, which are created, and start to be filled, if there are none. They stay until `release`, and
   * the background waits until then.
   */
  use(paths: readonly string[], nowMillis: number): UsedPaths;
}

export interface UsedPaths {
  /** Returns the tables that have the values of all users. */
  built(): ReadonlyMap<string, number>;
  /** Fills the tables. Resolves when they have the values of all users. */
  fill(breathe: () => Promise<void>): Promise<void>;
  release(): void;
}

/** Creates the access. `pause` lets requests run, and resolves to false when the index was closed. */
export function createMetadataPaths(index: IndexDatabase, pause: () => Promise<boolean>): MetadataPaths {
  const inUse = new Map<string, number>();
  const building = new Set<string>();
  let requests = 0;
  const count = (path: string, change: number) => {
    const uses = (inUse.get(path) ?? 0) + change;
    if (uses > 0) inUse.set(path, uses);
    else inUse.delete(path);
  };
  const build = async (path: string) => {
    if (building.has(path)) return;
    building.add(path);
    try {
      // What is asked now comes first.
      while ((await pause()) && (requests > 0 || isUnbuilt(index, path)))
        if (requests === 0) index.transaction(() => fillSlice(index, path));
    } catch {
      // Who waits for the values fills the rest, and is told what prevents it.
    } finally {
      building.delete(path);
    }
  };
  return {
    use(paths, nowMillis) {
      for (const path of paths) count(path, 1);
      const tables = new Map(paths.map((path) => [path, tableNumber(index, path, nowMillis, inUse)] as const));
      const unbuilt = () => paths.filter((path) => isUnbuilt(index, path));
      for (const path of unbuilt()) void build(path);
      requests += 1;
      return {
        built: () => new Map([...tables].filter(([path]) => !isUnbuilt(index, path))),
        async fill(breathe) {
          for (const path of unbuilt()) {
            // Helps the background, and ends when the request is canceled.
            while (isUnbuilt(index, path)) {
              index.transaction(() => fillSlice(index, path));
              await breathe();
            }
          }
        },
        release() {
          requests -= 1;
          for (const path of paths) count(path, -1);
        },
      };
    },
  };
}

function isUnbuilt(index: IndexDatabase, path: string): boolean {
  const known = index.one<{ built: number }>('SELECT built FROM paths WHERE path = ?', [path]);
  return known !== undefined && known.built !== built;
}

function tableNumber(index: IndexDatabase, path: string, nowMillis: number, inUse: ReadonlyMap<string, number>): number {
  return index.transaction(() => {
    const known = index.one<{ number: number }>('SELECT number FROM paths WHERE path = ?', [path]);
    if (known === undefined) return createTable(index, path, nowMillis, inUse);
    index.run('UPDATE paths SET used = ? WHERE number = ?', [nowMillis, known.number]);
    return known.number;
  });
}

function createTable(index: IndexDatabase, path: string, nowMillis: number, inUse: ReadonlyMap<string, number>): number {
  const oldest = index.all<{ number: number; path: string }>('SELECT number, path FROM paths ORDER BY used DESC LIMIT -1 OFFSET ?', [
    maxPaths - 1,
  ]);
  for (const { number } of oldest.filter((one) => !inUse.has(one.path))) {
    index.script(`DROP TABLE path_${number}`);
    index.run('DELETE FROM paths WHERE number = ?', [number]);
  }
  const { number } = index.one<{ number: number }>('SELECT coalesce(max(number), 0) + 1 AS number FROM paths') ?? { number: 1 };
  index.script(`CREATE TABLE path_${number} (rid INTEGER PRIMARY KEY, kind INTEGER, value, searched TEXT);
    CREATE INDEX path_${number}_value ON path_${number} (kind, value)`);
  index.run('INSERT INTO paths (number, path, used, built) VALUES (?, ?, ?, 0)', [number, path, nowMillis]);
  return number;
}

/** Stores the values of the next users. Those who are stored in the meantime are added by the writer. */
function fillSlice(index: IndexDatabase, path: string): void {
  // It may have been filled or replaced by another process.
  const known = index.one<{ number: number; built: number }>('SELECT number, built FROM paths WHERE path = ?', [path]);
  if (known === undefined || known.built === built) return;
  const parsed = parseMetadataPath(path);
  const field = typeof parsed === 'string' ? 'client_metadata' : parsed.field;
  const sql = `SELECT rid, ${field} AS json FROM metadata WHERE rid > ? ORDER BY rid LIMIT ?`;
  const rows = index.all<{ rid: number; json: string }>(sql, [known.built, sliceRows]);
  const values = rows.map(({ rid, json }) => rowOf(rid, { [field]: JSON.parse(json) as unknown }, parsed));
  insertValues(index, `path_${known.number}`, values);
  const next = rows.length < sliceRows ? built : (rows.at(-1)?.rid ?? built);
  index.run('UPDATE paths SET built = ? WHERE number = ?', [next, known.number]);
}
