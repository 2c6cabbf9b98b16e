/** One run of a job: finds out what became of rows that were being sent, and sends those that wait, four at once. */
import type { RowCounts } from '#contract/jobs/job.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { Journal } from '../journal/create-journal';
import type { JournalRecords } from '../journal/journal-records';
import { LibraryFailure } from '../library/library-client';
import type { Clock } from '../ports/ports';
import { oldValueReadOf } from '../remote/old-values';
import { createFailureLimit } from './failure-limit';
import { createJobService, type JobServiceDeps } from './job-service';
import type { JobSpec } from './job-spec';
import { specOf } from './job-specs';
import { createRequestGate, maxAtOnce, type RequestGateDeps } from './request-gate';
import { JobPaused, pauseFor } from './row-errors';
import { createRowLedger, type RowLedger } from './row-ledger';
import { sendBlock } from './send-block';
import { createSendRow, RunEnded } from './send-row';

/** Rows that are stored as sent while those before them are on their way. */
const rowsAhead = 2;

/** What a run has done so far. */
export interface RunProgress {
  readonly counts: RowCounts;
  readonly requests: number;
  /** Until when the service asks to wait (ms since the epoch); null if it doesn't. */
  readonly heldUntilMillis: number | null;
}

export interface RunJobDeps
  extends Omit<JobServiceDeps, 'gate' | 'signal' | 'destination' | 'job' | 'connectionId' | 'note' | 'keepSnapshots'> {
  readonly records: Pick<JournalRecords, 'request'>;
  readonly clock: Clock;
  readonly userCalls: RequestGateDeps['userCalls'];
  readonly newId: () => string;
  readonly erasePeople: Journal['erasePeople'];
  /** Ends the run at once: rows in progress stay `sent`. */
  readonly signal: AbortSignal;
  /** Whether no more rows may be started. */
  readonly isHalted: () => boolean;
  readonly onProgress: (progress: RunProgress) => void;
}

/** `done`: no row waits. `stopped`: too many failed. `halted`: by the user or the program. */
export type RunEnd = { readonly kind: 'done' | 'stopped' | 'halted' } | { readonly kind: 'paused'; readonly paused: JobPaused };

/** Runs a job until it ends or can't go on. Resolves when none of its requests is in progress. Never rejects, except for errors of the program. */
export async function runJob(deps: RunJobDeps, id: string): Promise<RunEnd> {
  try {
    return await run(deps, id);
  } catch (thrown) {
    const ended = endOf(thrown);
    if (ended === null) throw thrown;
    return ended;
  }
}

const isHalt = ({ kind }: RunEnd) => kind === 'halted';

/** Returns how a run ends by an error; null for an error of the program. */
function endOf(thrown: unknown): RunEnd | null {
  if (thrown instanceof RunEnded) return { kind: 'halted' };
  // Another run has followed this one, or the job was removed.
  if (thrown instanceof LibraryFailure && thrown.fault === 'gone') return { kind: 'halted' };
  const paused = pauseFor(thrown);
  return paused === null ? null : { kind: 'paused', paused };
}

async function run(deps: RunJobDeps, id: string): Promise<RunEnd> {
  const { records, clock, signal } = deps;
  const runner = deps.newId();
  const { job, isUnaltered, sent } = await records.request({ op: 'job-open', job: id, runner });
  if (!isUnaltered) throw new JobPaused('rows-altered');
  const { connectionId, destination } = job;
  const gate = createRequestGate({ clock, connectionId, userCalls: deps.userCalls, perSecond: () => job.options.perSecond });
  const report = () => deps.onProgress({ counts: ledger.counts(), requests: ledger.requests(), heldUntilMillis: gate.heldUntil() });
  const ledger = createRowLedger({ records, runner, job, sent, onChange: report });
  const service = createJobService({
    ...deps,
    connectionId,
    destination,
    job: id,
    note: job.passed?.note,
    keepSnapshots: job.options.erases === true ? false : job.options.keepSnapshots,
    gate,
  });
  const spec = specOf(job.action);
  const rows = createSendRow({ spec, service, ledger, clock, signal, isHalted: () => !mayTake() });
  report();
  let ending: RunEnd | null = null;
  const mayTake = () => ending === null && !deps.isHalted() && !signal.aborted && ledger.failuresLeft() > 0;
  const limit = createFailureLimit({ left: ledger.failuresLeft, mayTake });
  const lane = async (most: () => Promise<number>, next: (rows: number) => Promise<(() => Promise<void>) | null>) => {
    while (mayTake()) {
      let reserved = 0;
      try {
        reserved = await limit.reserve(await most());
        const task = reserved === 0 ? null : await next(reserved);
        if (task === null) return;
        await task();
        gate.passed();
      } catch (thrown) {
        const own = endOf(thrown);
        if (own === null) throw thrown;
        ending ??= own;
      } finally {
        limit.release(reserved);
      }
    }
  };
  const open = [...sent];
  const atOnce = rowsAtOnce(spec);
  await inLanes(atOnce, () =>
    lane(
      async () => 1,
      async () => taskOf(open.shift(), rows.resume),
    ),
  );
  const { together } = spec;
  const blockOf = createBlocks(ledger);
  const isTogether = async () => together !== undefined && (await service.isOffered(spec.write));
  const next = async (most: number) => {
    if (together === undefined || !(await isTogether())) return taskOf((await ledger.take()) ?? undefined, rows.send);
    const block = await blockOf(most);
    return block.length === 0 ? null : () => sendBlock({ together, service, ledger, signal, isHalted: () => !mayTake() }, block);
  };
  const most = async () => (together !== undefined && (await isTogether()) ? together.most : 1);
  await inLanes(atOnce, () => lane(most, next));
  await ledger.settled();
  report();
  if (job.options.erases === true && !signal.aborted) await eraseDone(deps, id, connectionId);
  const isStopped = ledger.failuresLeft() <= 0;
  // Rows that were only stored as sent say that they were halted.
  if (ending !== null && !(isStopped && isHalt(ending))) return ending;
  if (isStopped) return { kind: 'stopped' };
  return { kind: deps.isHalted() || signal.aborted ? 'halted' : 'done' };
}

/**
 * Returns the number of rows in progress. What is stored as sent and wasn't, when the process ends, has to be found out, so nothing is stored ahead that
 * can't be. Reads for snapshots and old values are no part of the four requests, so there are none ahead either.
 */
function rowsAtOnce({ isInOrder, isSafeTwice, readsFirst, write: { endpoint, before } }: JobSpec<unknown>): number {
  if (isInOrder === true) return 1;
  const readsMore = endpoint.snapshot !== undefined || (!readsFirst && before === undefined && oldValueReadOf(endpoint) !== undefined);
  return isSafeTwice && !readsMore ? maxAtOnce + rowsAhead : maxAtOnce;
}

/** Users that are erased together. */
const erasedAtOnce = 100;

/** Erases what is kept about the users whose rows are done. Those that an earlier run has erased have no name left. */
async function eraseDone({ records, erasePeople }: RunJobDeps, id: string, connectionId: string): Promise<void> {
  for (let after = -1; ; ) {
    const { rows, hasMore } = await records.request({ op: 'job-rows', job: id, states: ['done'], after, limit: erasedAtOnce });
    const left = rows.filter(({ name, email }) => name !== null || email !== null);
    const ids = left.map(({ target }) => target.id);
    if (ids.length > 0) await erasePeople({ connectionId, ids, names: left.flatMap(({ email }) => (email === null ? [] : [email])) });
    if (!hasMore) return;
    after = rows.at(-1)?.n ?? after;
  }
}

/** Returns the function that takes up to so many rows: all of one block before those of the next. */
function createBlocks({ take }: Pick<RowLedger, 'take'>): (most: number) => Promise<readonly StoredRow[]> {
  let last: Promise<unknown> = Promise.resolve();
  const block = async (most: number) => {
    const rows: StoredRow[] = [];
    while (rows.length < most) {
      const row = await take();
      if (row === null) break;
      rows.push(row);
    }
    return rows;
  };
  return (most) => {
    const taken = last.then(() => block(most));
    last = taken.catch(() => undefined);
    return taken;
  };
}

function taskOf(row: StoredRow | undefined, work: (row: StoredRow) => Promise<void>): (() => Promise<void>) | null {
  return row === undefined ? null : () => work(row);
}

/** Runs lanes until all have ended, and rejects then with what the first one threw. */
async function inLanes(atOnce: number, lane: () => Promise<void>): Promise<void> {
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  const broken = ends.find((end) => end.status === 'rejected');
  if (broken !== undefined) throw broken.reason;
}
