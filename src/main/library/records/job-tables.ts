/** The tables of jobs, and what is read of them. */
import { createHash, type Hash } from 'node:crypto';
import { type RowCounts, rowState } from '#contract/jobs/job.ts';
import type { StoredJob, StoredRow } from '#contract/workers/job-records.ts';
import { type Database, LibraryError } from '../encrypted-database';
import { canonicalText } from './chain';
import { areTextsSame, countInBlocks, isSame, nextBlock } from './job-blocks';
import { type DigestedColumns, digestOf } from './row-block';

/** `digest` is over what a row was confirmed with; `hash` over the action and all rows. */
export const jobTables = `
  CREATE TABLE jobs (id TEXT PRIMARY KEY, connection TEXT NOT NULL, destination TEXT NOT NULL, action TEXT NOT NULL, undoes TEXT,
    os_user TEXT NOT NULL, state TEXT NOT NULL, created INTEGER NOT NULL, started INTEGER, ended INTEGER, hash TEXT, options TEXT,
    passed TEXT, runner TEXT, requests INTEGER NOT NULL DEFAULT 0, forgiven INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX jobs_started ON jobs (started);
  CREATE INDEX jobs_undoes ON jobs (undoes) WHERE undoes IS NOT NULL;
  CREATE TABLE job_rows (job TEXT NOT NULL, n INTEGER NOT NULL, target TEXT NOT NULL, belongs TEXT, name TEXT, email TEXT, before TEXT NOT NULL,
    value TEXT NOT NULL, secret TEXT, digest TEXT NOT NULL, state TEXT NOT NULL, reason TEXT, error TEXT, was TEXT,
    PRIMARY KEY (job, n)) WITHOUT ROWID;
  CREATE INDEX job_rows_state ON job_rows (job, state, n);
`;

interface JobColumns {
  readonly id: string;
  readonly connection: string;
  readonly destination: string;
  readonly action: string;
  readonly undoes: string | null;
  readonly os_user: string;
  readonly state: StoredJob['state'];
  readonly created: number;
  readonly started: number | null;
  readonly ended: number | null;
  readonly hash: string | null;
  readonly options: string | null;
  readonly passed: string | null;
  readonly requests: number;
  readonly forgiven: number;
}

const parsed = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T));

/** Returns jobs with the number of their rows in each state. `where` continues the query. */
export function selectJobs(database: Database, where: string, values: readonly (string | number)[]): StoredJob[] {
  return database.all<JobColumns>(`SELECT * FROM jobs ${where}`, values).map((row) => ({
    id: row.id,
    connectionId: row.connection,
    destination: row.destination,
    action: JSON.parse(row.action) as StoredJob['action'],
    options: parsed<StoredJob['options']>(row.options) ?? { perSecond: null, stopAfter: null },
    state: row.state,
    counts: countRows(database, row.id),
    requests: row.requests,
    osUser: row.os_user,
    startedAtMillis: row.started,
    endedAtMillis: row.ended,
    undoes: row.undoes,
    undoneBy: undoneBy(database, row.id),
    hash: row.hash,
    passed: parsed<NonNullable<StoredJob['passed']>>(row.passed),
    forgiven: row.forgiven,
  }));
}

/** Returns a job. Throws `gone` if there is none. */
export function requireJob(database: Database, id: string): StoredJob {
  const [found] = selectJobs(database, 'WHERE id = ?', [id]);
  if (found === undefined) throw new LibraryError('gone');
  return found;
}

function undoneBy(database: Database, id: string): string | null {
  const sql = "SELECT id FROM jobs WHERE undoes = ? AND state <> 'preview' ORDER BY started DESC LIMIT 1";
  return database.one<{ id: string }>(sql, [id])?.id ?? null;
}

/** Returns the number of rows of a job in each state. */
export function countRows(database: Database, job: string): RowCounts {
  const counts = Object.fromEntries(rowState.options.map((state) => [state, 0])) as RowCounts;
  const rows = database.all<{ state: keyof RowCounts; count: number }>(
    'SELECT state, count(*) AS count FROM job_rows WHERE job = ? GROUP BY state',
    [job],
  );
  for (const { state, count } of rows) counts[state] = count;
  const { waiting, skipped } = countInBlocks(database, job);
  counts.waiting += waiting;
  counts.skipped += skipped;
  return counts;
}

export interface RowColumns extends DigestedColumns {
  readonly name: string | null;
  readonly email: string | null;
  readonly digest: string;
  readonly state: StoredRow['state'];
  readonly reason: StoredRow['reason'];
  readonly error: string | null;
  readonly was: string | null;
}

/** Returns rows of a job. `where` continues the query after the job. */
export function selectRows(database: Database, job: string, where: string, values: readonly (string | number)[]): StoredRow[] {
  return database.all<RowColumns>(`SELECT * FROM job_rows WHERE job = ? ${where}`, [job, ...values]).map(rowOf);
}

/** Most bytes of rows that are read together: one of a file may have 5 MB. */
const bytesAtOnce = 524_288;

const rowBytes = ['target', 'name', 'email', 'before', 'value', 'secret', 'was', 'error']
  .map((name) => `coalesce(length(CAST(${name} AS BLOB)), 0)`)
  .join(' + ');

export interface PageOfRows {
  readonly rows: RowColumns[];
  readonly hasMore: boolean;
}

interface PageQuery {
  /** Continues the query after the job. */
  readonly where: string;
  readonly values: readonly string[];
  readonly after: number;
  /** Number of the first row that isn't part of it. */
  readonly end?: number | null;
  readonly limit: number;
}

/**
 * Returns rows of a job after a number, in their order: not more than `limit`, and at least one, but no more than half a megabyte together. Those that are
 * in blocks aren't among them.
 */
export function selectPage(database: Database, job: string, { where, values, after, end, limit }: PageQuery): PageOfRows {
  const from = `FROM job_rows WHERE job = ? ${where} AND n > ? AND n < ? ORDER BY n LIMIT ?`;
  const given = [job, ...values, after, end ?? Number.MAX_SAFE_INTEGER];
  const sizes = database.all<{ bytes: number }>(`SELECT ${rowBytes} AS bytes ${from}`, [...given, limit + 1]);
  let bytes = 0;
  const beyond = sizes.findIndex((row, at) => {
    bytes += row.bytes;
    return at > 0 && bytes > bytesAtOnce;
  });
  const count = Math.min(limit, beyond < 0 ? sizes.length : beyond);
  return { rows: database.all<RowColumns>(`SELECT * ${from}`, [...given, count]), hasMore: sizes.length > count };
}

export function rowOf(row: RowColumns): StoredRow {
  return {
    n: row.n,
    target: { id: row.target, of: row.belongs },
    name: row.name,
    email: row.email,
    before: JSON.parse(row.before) as StoredRow['before'],
    value: JSON.parse(row.value) as StoredRow['value'],
    was: row.was === null ? undefined : (JSON.parse(row.was) as StoredRow['was']),
    secret: row.secret,
    state: row.state,
    reason: row.reason,
    error: parsed<NonNullable<StoredRow['error']>>(row.error),
  };
}

type Pause = () => Promise<void>;

const rowsAtOnce = 2_000;

/** Returns the hash over a job and all of its rows; null if some of them aren't those that were added, which only shows once there are rows. */
export async function hashOfJob(database: Database, id: string, breathe: Pause): Promise<string | null> {
  const { connectionId, destination, action } = requireJob(database, id);
  const hash = createHash('sha256').update(canonicalText([id, connectionId, destination, action]));
  let known = 0;
  for (let block = nextBlock(database, id, -1); block !== null; block = nextBlock(database, id, block.first)) {
    if (!isSame(database, id, block)) return null;
    hash.update(`${block.first} ${block.count} ${block.hash} `);
    if (block.digests !== null) known += block.count;
    await breathe();
  }
  const rows = database.one<{ count: number }>('SELECT count(*) AS count FROM job_rows WHERE job = ?', [id])?.count;
  if (rows === known) return hash.digest('hex');
  // All rows are in blocks, or none of them is.
  return known > 0 ? null : addDigests(hash, database, id, breathe);
}

/** Adds the digests of rows that were stored before there were hashes of blocks, and returns the hash. */
async function addDigests(hash: Hash, database: Database, job: string, breathe: Pause): Promise<string> {
  for (let after = -1; ; await breathe()) {
    const sql = 'SELECT n, digest FROM job_rows WHERE job = ? AND n > ? ORDER BY n LIMIT ?';
    const rows = database.all<{ n: number; digest: string }>(sql, [job, after, rowsAtOnce]);
    for (const { digest } of rows) hash.update(digest);
    if (rows.length === 0) return hash.digest('hex');
    after = rows.at(-1)?.n ?? after;
  }
}

/** Whether rows are what their digests say. */
export function areRowsSame(rows: readonly RowColumns[]): boolean {
  return rows.every((row) => digestOf(row) === row.digest);
}

/** Whether the rows that can still be sent are what their digests say, and those in blocks what was added. */
export async function isUnaltered(database: Database, job: string, breathe: Pause): Promise<boolean> {
  for (let after = -1; ; ) {
    const page = { where: "AND state IN ('waiting', 'sent')", values: [], after, limit: rowsAtOnce };
    const { rows, hasMore } = selectPage(database, job, page);
    if (!areRowsSame(rows)) return false;
    if (!hasMore) return areTextsSame(database, job, breathe);
    after = rows.at(-1)?.n ?? after;
    await breathe();
  }
}
