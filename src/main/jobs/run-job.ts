/** One run of a job: finds out what became of rows that were being sent, and sends those that wait, four at once. */
import type { RowCounts } from '#contract/jobs/job.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { Journal } from '../journal/create-journal';
import type { JournalRecords } from '../journal/journal-records';
import { LibraryFailure } from '../library/library-client';
import type { Clock } from '../ports/ports';
import { oldValueReadOf } from '../remote/old-values';
import { createJobService, type JobServiceDeps } from './job-service';
import type { JobSpec } from './job-spec';
import { specOf } from './job-specs';
import { createRequestGate, maxAtOnce, type RequestGateDeps } from './request-gate';
import { JobPaused, pauseFor } from './row-errors';
import { createRowLedger, type RowLedger } from './row-ledger';
import { createRunLanes, type Lane, type RowTask } from './run-lanes';
import { sendBlock } from './send-block';
import { createSendRow, RunEnded, type SendRowDeps } from './send-row';

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
  const { failuresLeft } = ledger;
  const isHalted = () => deps.isHalted() || signal.aborted;
  const lanes = createRunLanes({ atOnce: rowsAtOnce(spec), endOf, isHalted, failuresLeft, onDone: gate.passed });
  const sending: Sending = { spec, service, ledger, clock, signal, isHalted: () => !lanes.mayTake() };
  report();
  await lanes.run(laneOfSent(sending, sent));
  await lanes.run(laneOfWaiting(sending));
  await ledger.settled();
  report();
  if (job.options.erases === true && !signal.aborted) await eraseDone(deps, id, connectionId);
  const isStopped = failuresLeft() <= 0;
  const ending = lanes.ending();
  // Rows that were only stored as sent say that they were halted.
  if (ending !== null && !(isStopped && isHalt(ending))) return ending;
  if (isStopped) return { kind: 'stopped' };
  return { kind: isHalted() ? 'halted' : 'done' };
}

interface Sending extends SendRowDeps {
  readonly ledger: RowLedger;
}

/** Finds out what became of rows that an earlier run has sent. */
function laneOfSent(sending: Sending, sent: readonly StoredRow[]): Lane {
  const { resume } = createSendRow(sending);
  const open = [...sent];
  return { most: async () => 1, next: async () => taskOf(open.shift(), resume) };
}

/** Sends rows that wait: one by one, or in blocks where the release takes several. */
function laneOfWaiting(sending: Sending): Lane {
  const { spec, service, ledger } = sending;
  const { together } = spec;
  const { send } = createSendRow(sending);
  const blockOf = createBlocks(ledger);
  const isTogether = async () => together !== undefined && (await service.isOffered(spec.write));
  return {
    most: async () => (together !== undefined && (await isTogether()) ? together.most : 1),
    async next(most) {
      if (together === undefined || !(await isTogether())) return taskOf((await ledger.take()) ?? undefined, send);
      const block = await blockOf(most);
      return block.length === 0 ? null : () => sendBlock({ ...sending, together }, block);
    },
  };
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

function taskOf(row: StoredRow | undefined, work: (row: StoredRow) => Promise<void>): RowTask | null {
  return row === undefined ? null : () => work(row);
}
