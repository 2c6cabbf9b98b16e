/** The calls of windows about jobs. */
import type { Bridge } from '#contract/bridge/index.ts';
import type { Handlers } from '#contract/definitions.ts';
import { fail, nullForAppError } from '#contract/errors.ts';
import { csvRow } from '#contract/export/csv.ts';
import type { PassedRequirements, RowChange, StoredJob, StoredRow } from '#contract/workers/job-records.ts';
import { createExportSource, type ExportSourceDeps } from '../exports/export-source';
import type { JournalRecords } from '../journal/journal-records';
import type { Caller } from '../ports/caller';
import type { Connections } from '../records/connections';
import type { AssertPermitted } from '../settings/policy';
import { asRow, type Previews } from './create-previews';
import { asJob, type JobQueue } from './job-queue';
import type { JobCall } from './job-spec';
import { specOf } from './job-specs';
import { foundBy, isReadable } from './send-row';

/** Requires of a window what the connection requires of the write of a job's rows, once for all of them. Returns what was required. */
export type ConfirmJob = (job: StoredJob, write: JobCall, about: unknown, caller: Caller) => PassedRequirements;

export interface JobCallsDeps extends ExportSourceDeps {
  readonly connections: Pick<Connections, 'destinationOf'>;
  readonly assertPermitted: AssertPermitted;
  readonly isLocked: () => boolean;
  /** Makes a request about the records, and rejects with the error that windows get. */
  readonly request: JournalRecords['request'];
  readonly queue: Pick<JobQueue, 'halt'>;
  readonly previews: Previews;
  /** Looks again at which jobs there are. */
  readonly adopt: () => Promise<void>;
  readonly now: (connectionId: string) => number;
  readonly confirm: ConfirmJob;
}

type JobHandlers = Handlers<Bridge, Caller>['jobs'];

const ends = ['stopped', 'cancelled', 'done'] as const;
/** Rows of a page of an export of results. */
const exportRows = 1_000;

/** Creates the handlers. */
export function createJobCalls(deps: JobCallsDeps): JobHandlers {
  const { request, previews } = deps;
  const find = async (id: string): Promise<StoredJob> => {
    const found = await request({ op: 'job-read', job: id });
    if (found === null) throw fail('object-gone');
    return found;
  };
  return {
    preview: (input, { windowId }) => previews.preview(input, windowId),
    previewUndo: ({ id }, { windowId }) => previews.previewUndo(id, windowId),
    async cancelPreview(_input, { windowId }) {
      previews.cancel(windowId);
      return null;
    },
    discard: async ({ id }) => previews.discard(id).then(() => null),
    ...createStateCalls(deps, find),
    checkUnknown: async ({ id }) => checkUnknown(deps, await find(id)),
    async list(input) {
      const { jobs, hasMore } = await request({ op: 'job-list', ...input });
      return { jobs: jobs.map(asJob), hasMore };
    },
    async read({ id }) {
      const found = await find(id);
      if (found.state === 'preview') throw fail('object-gone');
      return asJob(found);
    },
    async rows({ id, states, after, limit }) {
      const { rows, hasMore } = await request({ op: 'job-rows', job: id, states: states ?? null, after, limit });
      return { rows: rows.map(asRow), hasMore };
    },
    exportPage: ({ id, after }) => exportPage(deps, id, after),
    async remove({ id }) {
      const { isRemoved } = await request({ op: 'job-remove', job: id, states: [...ends] });
      if (!isRemoved) throw fail('object-gone');
      return null;
    },
    erasePerson: ({ connectionId, userId }) =>
      request({ op: 'jobs-erase-person', ids: [userId], destination: deps.connections.destinationOf(connectionId) }),
  };
}

type StateCalls = 'start' | 'pause' | 'resume' | 'cancel' | 'retryFailed';

/** Creates the handlers that start jobs and change whether they go on. */
function createStateCalls(
  { request, queue, previews, adopt, now, confirm }: JobCallsDeps,
  find: (id: string) => Promise<StoredJob>,
): Pick<JobHandlers, StateCalls> {
  /** Changes the state, unless it is another one than those by now. */
  const set = async (job: StoredJob, from: readonly StoredJob['state'][], to: StoredJob['state'], more: object = {}) => {
    const timeMillis = now(job.connectionId);
    const { isChanged } = await request({ op: 'job-set-state', job: job.id, from: [...from], to, timeMillis, ...more });
    if (!isChanged) throw fail('object-gone');
    await adopt();
    return null;
  };
  const goOn = async (id: string, from: readonly StoredJob['state'][], retry: boolean, caller: Caller) => {
    const job = await find(id);
    if (!from.includes(job.state)) throw fail('object-gone');
    const passed = confirm(job, specOf(job.action).write, retry ? 'retry' : 'resume', caller);
    return set(job, from, 'active', { passed, retry });
  };
  return {
    async start({ id, hash, options }, caller) {
      const job = await find(id);
      if (job.state !== 'preview') throw fail('object-gone');
      if (job.hash !== hash) throw fail('connection-changed');
      const passed = confirm(job, specOf(job.action).write, options, caller);
      const { outcome } = await request({ op: 'job-start', job: id, hash, options, passed, timeMillis: now(job.connectionId) });
      if (outcome !== 'started') throw fail(outcome === 'gone' ? 'object-gone' : 'connection-changed');
      previews.started(id);
      await adopt();
      return null;
    },
    async pause({ id }) {
      await set(await find(id), ['active'], 'paused');
      queue.halt(id);
      return null;
    },
    resume: ({ id }, caller) => goOn(id, ['paused', 'stopped'], false, caller),
    async cancel({ id }) {
      await set(await find(id), ['active', 'paused', 'stopped'], 'cancelled');
      queue.halt(id);
      return null;
    },
    retryFailed: ({ id }, caller) => goOn(id, ['paused', ...ends], true, caller),
  };
}

/** Reads whether rows that aren't known were done. Those that weren't have failed, and can be tried again. */
async function checkUnknown(deps: JobCallsDeps, job: StoredJob): Promise<{ known: number; left: number }> {
  const { request, connections } = deps;
  const spec = specOf(job.action);
  const { connectionId, destination } = job;
  const { read } = spec;
  if (read === undefined) return { known: 0, left: job.counts.unknown };
  const assertAllowed = () => {
    if (deps.isLocked()) throw fail('app-locked');
    if (connections.destinationOf(connectionId) !== destination) throw fail('connection-changed');
  };
  const { call } = createExportSource(deps, connectionId, { signal: new AbortController().signal, assertAllowed });
  const check = async (row: StoredRow): Promise<RowChange[]> => {
    if (!isReadable(spec, row)) return [];
    const found = foundBy(spec, row, await read(call, row));
    if (found === 'open') return [];
    return [{ n: row.n, state: found === 'done' ? 'done' : 'failed', reason: null, error: found === 'done' ? null : row.error }];
  };
  for (let after = -1; ; ) {
    const { rows, hasMore } = await request({ op: 'job-rows', job: job.id, states: ['unknown'], after, limit: 4 });
    const changes = await Promise.all(rows.map(check));
    await request({ op: 'job-resolve', job: job.id, rows: changes.flat() });
    if (!hasMore) break;
    after = rows.at(-1)?.n ?? after;
  }
  const now = await request({ op: 'job-read', job: job.id });
  await deps.adopt().catch(nullForAppError);
  const left = now?.counts.unknown ?? 0;
  return { known: job.counts.unknown - left, left };
}

const columns = ['row', 'id', 'belongs_to', 'name', 'email', 'state', 'reason', 'code', 'status'];

async function exportPage(
  { request, assertPermitted }: JobCallsDeps,
  id: string,
  after: number,
): Promise<{ text: string; next: number | null }> {
  assertPermitted('export');
  const { rows, hasMore } = await request({ op: 'job-rows', job: id, states: null, after, limit: exportRows });
  const lines = rows.map(({ n, target, name, email, state, reason, error }) =>
    csvRow(
      [
        String(n + 1),
        target.id,
        target.of ?? '',
        name ?? '',
        email ?? '',
        state,
        reason ?? '',
        error?.known ?? error?.code ?? '',
        String(error?.status ?? ''),
      ],
      ',',
    ),
  );
  const header = after < 0 ? csvRow(columns, ',') : '';
  return { text: header + lines.join(''), next: hasMore ? (rows.at(-1)?.n ?? null) : null };
}
