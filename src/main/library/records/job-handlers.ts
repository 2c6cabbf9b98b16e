/** Handles the requests about jobs. */
import type { JobsRequest, JobsResults, RowChange, StoredJob } from '#contract/workers/job-records.ts';
import type { RecordsHandlers } from '#contract/workers/records.ts';
import { type Database, LibraryError } from '../encrypted-database';
import { storedText } from './append-entries';
import type { CommitGroup } from './commit-group';
import { eraseFromJobs, selectErased } from './erase-from-jobs';
import { addBlock, countInBlocks, firstInBlocks, removeBlocks, unfoldNext } from './job-blocks';
import {
  areRowsSame,
  countRows,
  hashOfJob,
  isUnaltered,
  type PageOfRows,
  requireJob,
  rowOf,
  selectJobs,
  selectPage,
  selectRows,
} from './job-tables';

type Of<Op extends JobsRequest['op']> = Extract<JobsRequest, { op: Op }>;

/** Creates the handlers for open records. `overwriting` runs a transaction that deletes, and leaves nothing of it beside the database. */
export function createJobHandlers(
  database: Database,
  group: CommitGroup,
  overwriting: <T>(work: () => T) => Promise<T>,
): RecordsHandlers<JobsRequest> {
  const write =
    <R, T>(work: (of: Database, request: R) => T) =>
    (request: R): T =>
      database.transaction(() => work(database, request));
  const erase =
    <R, T>(work: (of: Database, request: R) => T) =>
    (request: R): Promise<T> =>
      overwriting(() => work(database, request));
  const pageOf: SelectPage = async ({ job, states, after, limit }, breathe) => {
    const where = states === null ? '' : `AND state IN (${states.map(() => '?').join(', ')})`;
    for (;;) {
      const end = firstInBlocks(database, job);
      const page = selectPage(database, job, { where, values: states ?? [], after, end, limit });
      if (page.hasMore || end === null || !hasInBlocks(database, job, states)) return page;
      await unfoldNext(database, job, overwriting);
      await breathe();
    }
  };
  return {
    'job-create': write(createJob),
    'job-add-rows': (request, breathe) => group.addLater(() => addRows(database, request), breathe),
    'job-freeze': ({ job }, breathe) => freeze(database, job, breathe),
    'job-start': (request, breathe) => start(database, request, breathe),
    'job-remove': erase(remove),
    'job-read': ({ job }) => selectJobs(database, 'WHERE id = ?', [job])[0] ?? null,
    'job-list': (request) => list(database, request),
    'jobs-running': () => selectJobs(database, "WHERE state IN ('active', 'paused') ORDER BY started, id", []),
    'job-rows': (request, breathe) => rowsOf(database, request, (page) => pageOf(page, breathe)),
    'job-open': (request, breathe) => open(database, request, breathe),
    'job-next': (request, breathe) => next(database, request, (page) => pageOf(page, breathe)),
    'job-put': (request, breathe) => group[isWaitedFor(request) ? 'add' : 'addLater'](() => put(database, request), breathe),
    'job-resolve': write(resolve),
    'job-set-state': write(setState),
    'jobs-clean': erase(clean),
    'jobs-erase-person': erase((of, { ids, destination }: Of<'jobs-erase-person'>) => ({
      erased: eraseFromJobs(of, { ids, names: [], destination }),
    })),
  };
}

function createJob(database: Database, { job, connectionId, destination, action, undoes, osUser, timeMillis }: Of<'job-create'>): null {
  database.run(
    "INSERT INTO jobs (id, connection, destination, action, undoes, os_user, state, created) VALUES (?, ?, ?, ?, ?, ?, 'preview', ?)",
    [job, connectionId, destination, JSON.stringify(action), undoes, storedText(osUser), timeMillis],
  );
  return null;
}

function addRows(database: Database, { job, block }: Of<'job-add-rows'>): null {
  const isOpen = database.one("SELECT 1 FROM jobs WHERE id = ? AND state = 'preview' AND hash IS NULL", [job]) !== undefined;
  if (!isOpen) throw new LibraryError('gone');
  addBlock(database, job, block);
  return null;
}

async function freeze(database: Database, job: string, breathe: () => Promise<void>): Promise<JobsResults['job-freeze']> {
  const hash = await hashOfJob(database, job, breathe);
  if (hash === null) throw new LibraryError('damaged');
  const changed = database.transaction(() =>
    database.run("UPDATE jobs SET hash = ? WHERE id = ? AND state = 'preview' AND hash IS NULL", [hash, job]),
  );
  if (changed === 0) throw new LibraryError('gone');
  return { hash };
}

async function start(
  database: Database,
  { job, hash, options, passed, timeMillis }: Of<'job-start'>,
  breathe: () => Promise<void>,
): Promise<JobsResults['job-start']> {
  const [found] = selectJobs(database, 'WHERE id = ?', [job]);
  if (found === undefined || found.state !== 'preview' || found.hash === null) return { outcome: 'gone' };
  // The rows themselves are many. They are compared with their hashes before any of them is sent.
  if (found.hash !== hash || (await hashOfJob(database, job, breathe)) !== hash) return { outcome: 'changed' };
  // Two windows may start the same job: it is started once.
  const changed = database.transaction(() =>
    database.run("UPDATE jobs SET state = 'active', started = ?, options = ?, passed = ? WHERE id = ? AND state = 'preview' AND hash = ?", [
      timeMillis,
      JSON.stringify(options),
      JSON.stringify(passed),
      job,
      hash,
    ]),
  );
  return { outcome: changed === 1 ? 'started' : 'gone' };
}

function remove(database: Database, { job, states }: Of<'job-remove'>): JobsResults['job-remove'] {
  const [found] = selectJobs(database, 'WHERE id = ?', [job]);
  if (found === undefined || !states.includes(found.state)) return { isRemoved: false };
  removeJob(database, job);
  return { isRemoved: true };
}

function removeJob(database: Database, job: string): void {
  removeBlocks(database, job);
  database.run('DELETE FROM job_rows WHERE job = ?', [job]);
  database.run('DELETE FROM jobs WHERE id = ?', [job]);
}

function list(database: Database, { connectionId, before, limit }: Of<'job-list'>): JobsResults['job-list'] {
  const jobs = selectJobs(
    database,
    `WHERE state <> 'preview' AND (? = '' OR connection = ?) AND started < ? ORDER BY started DESC, id DESC LIMIT ?`,
    [connectionId ?? '', connectionId ?? '', before ?? Number.MAX_SAFE_INTEGER, limit + 1],
  );
  return { jobs: jobs.slice(0, limit), hasMore: jobs.length > limit };
}

/** Returns a page of the rows in some states; null for all of them. Makes rows of as many blocks as it takes to know it, with pauses. */
type SelectPage = (page: Pick<Of<'job-rows'>, 'job' | 'states' | 'after' | 'limit'>, breathe: () => Promise<void>) => Promise<PageOfRows>;
type SelectPageAtPace = (page: Parameters<SelectPage>[0]) => ReturnType<SelectPage>;

/** Whether rows that are in blocks are in one of the states. */
function hasInBlocks(database: Database, job: string, states: Of<'job-rows'>['states']): boolean {
  const { waiting, skipped } = countInBlocks(database, job);
  const has = (state: 'waiting' | 'skipped') => states === null || states.includes(state);
  return (waiting > 0 && has('waiting')) || (skipped > 0 && has('skipped'));
}

async function rowsOf(database: Database, request: Of<'job-rows'>, select: SelectPageAtPace): Promise<JobsResults['job-rows']> {
  if (database.one('SELECT 1 FROM jobs WHERE id = ?', [request.job]) === undefined) throw new LibraryError('gone');
  const { rows, hasMore } = await select(request);
  return { rows: rows.map(rowOf), hasMore };
}

async function open(database: Database, { job, runner }: Of<'job-open'>, breathe: () => Promise<void>): Promise<JobsResults['job-open']> {
  const found = requireJob(database, job);
  // Rows of an earlier run are only stored after this if they are those of this run. Those that are sent are few: no run takes a row before they are known.
  database.transaction(() => database.run('UPDATE jobs SET runner = ? WHERE id = ?', [runner, job]));
  const isSame = (await hashOfJob(database, job, breathe)) === found.hash && (await isUnaltered(database, job, breathe));
  return { job: requireJob(database, job), isUnaltered: isSame, sent: selectRows(database, job, "AND state = 'sent' ORDER BY n", []) };
}

/** Throws `gone` for a run that another one has followed. */
function requireRun(database: Database, job: string, runner: string): StoredJob['state'] {
  const found = database.one<{ state: StoredJob['state']; runner: string | null }>('SELECT state, runner FROM jobs WHERE id = ?', [job]);
  if (found === undefined || found.runner !== runner) throw new LibraryError('gone');
  return found.state;
}

async function next(
  database: Database,
  { job, runner, after, limit }: Of<'job-next'>,
  select: SelectPageAtPace,
): Promise<JobsResults['job-next']> {
  if (requireRun(database, job, runner) !== 'active') return { rows: [], isUnaltered: true };
  const { rows } = await select({ job, states: ['waiting'], after, limit });
  // Most of them became rows after the run was opened.
  if (!areRowsSame(rows)) return { rows: [], isUnaltered: false };
  return { rows: rows.map(rowOf), isUnaltered: true };
}

function put(database: Database, { job, runner, rows, requests }: Of<'job-put'>): JobsResults['job-put'] {
  const state = requireRun(database, job, runner);
  // What is known of a row that is being sent is stored, whatever became of the job.
  for (const row of rows) if (row.state !== 'sent' || state === 'active' || isSent(database, job, row.n)) change(database, job, row);
  if (requests > 0) database.run('UPDATE jobs SET requests = requests + ? WHERE id = ?', [requests, job]);
  return { state };
}

/** Whether a run waits for it. Rows that ended well are only stored before the next one is sent. */
function isWaitedFor({ rows }: Of<'job-put'>): boolean {
  return rows.some(({ state }) => state !== 'done' && state !== 'skipped');
}

function isSent(database: Database, job: string, n: number): boolean {
  return database.one("SELECT 1 FROM job_rows WHERE job = ? AND n = ? AND state = 'sent'", [job, n]) !== undefined;
}

function resolve(database: Database, { job, rows }: Of<'job-resolve'>): null {
  const isUnknown = (n: number) =>
    database.one("SELECT 1 FROM job_rows WHERE job = ? AND n = ? AND state = 'unknown'", [job, n]) !== undefined;
  // What was erased can't be compared with what is there.
  const erased = new Set(selectErased(database, job, 'unknown'));
  for (const row of rows) if (isUnknown(row.n) && !erased.has(row.n)) change(database, job, row);
  return null;
}

function change(database: Database, job: string, { n, state, reason, error, was }: RowChange): void {
  database.run(
    `UPDATE job_rows SET state = ?, reason = ?, error = ?, was = coalesce(?, was), secret = iif(? IN ('done', 'skipped'), NULL, secret)
     WHERE job = ? AND n = ?`,
    [state, reason, error === null ? null : JSON.stringify(error), was === undefined ? null : JSON.stringify(was), state, job, n],
  );
}

function setState(database: Database, { job, from, to, passed, retry, timeMillis }: Of<'job-set-state'>): JobsResults['job-set-state'] {
  const [found] = selectJobs(database, 'WHERE id = ?', [job]);
  if (found === undefined || !from.includes(found.state)) return { isChanged: false };
  if (retry === true) retryFailed(database, job);
  const { failed, unknown, waiting, sent } = countRows(database, job);
  if (to === 'done' && waiting + sent > 0) return { isChanged: false };
  const isEnd = to !== 'active' && to !== 'paused';
  database.run('UPDATE jobs SET state = ?, ended = ?, passed = coalesce(?, passed), forgiven = iif(?, ?, forgiven) WHERE id = ?', [
    to,
    isEnd ? timeMillis : null,
    passed === undefined ? null : JSON.stringify(passed),
    to === 'active' ? 1 : 0,
    failed + unknown,
    job,
  ]);
  return { isChanged: true };
}

/** Makes failed rows wait again, except those that were erased: what would be sent for them isn't what was confirmed. */
function retryFailed(database: Database, job: string): void {
  const erased = selectErased(database, job, 'failed');
  database.run(
    "UPDATE job_rows SET state = 'waiting', error = NULL WHERE job = ? AND state = 'failed' AND n NOT IN (SELECT value FROM json_each(?))",
    [job, JSON.stringify(erased)],
  );
}

/** Ages are by the clock of this computer, as `created` is. That of a service, by which a job ended, may be behind. */
function clean(database: Database, { removedIds, previewsBefore, endedBefore }: Of<'jobs-clean'>): JobsResults['jobs-clean'] {
  const removed = removedIds.map(() => '?').join(', ');
  const found = database.all<{ id: string }>(
    `SELECT id FROM jobs WHERE connection IN (${removed}) OR (state = 'preview' AND created < ?)
     OR (state NOT IN ('preview', 'active', 'paused') AND max(ended, created) < ?)`,
    [...removedIds, previewsBefore, endedBefore],
  );
  for (const { id } of found) removeJob(database, id);
  return { removed: found.length };
}
