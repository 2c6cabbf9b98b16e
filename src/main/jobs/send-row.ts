/** Sends one row, and finds out what became of it. */
import { fail } from '#contract/errors.ts';
import type { RowError } from '#contract/jobs/job.ts';
import type { StoredRow } from '#contract/workers/job-records.ts';
import type { CancelSignal, Clock } from '../ports/ports';
import type { JobService } from './job-service';
import type { JobCall, JobSpec, SpecRow } from './job-spec';
import { failureOf, pauseFor, rowErrorOf } from './row-errors';
import type { RowLedger } from './row-ledger';

export interface SendRowDeps {
  readonly spec: JobSpec<unknown>;
  readonly service: JobService;
  readonly ledger: Pick<RowLedger, 'put' | 'requested'>;
  readonly clock: Clock;
  readonly signal: CancelSignal;
  /** Whether nothing more may be sent: rows that are only stored as sent wait again. */
  readonly isHalted: () => boolean;
}

/** Thrown when the run has to end at once: what was being sent stays `sent`, and the next run finds out what became of it. */
export class RunEnded extends Error {
  override readonly name = 'RunEnded';
}

/** Tries of a row for which the service failed. */
const maxTries = 3;
/** Milliseconds before the second one; doubled before the third. */
const retryMillis = 1_000;

export interface SendRow {
  /** Sends a row that waits. Rejects with what stops the job: a `JobPaused`, a `LibraryFailure`, or a `RunEnded`. */
  send(row: StoredRow): Promise<void>;
  /** Finds out what became of a row that was sent without an outcome, and sends it again if it wasn't done. */
  resume(row: StoredRow): Promise<void>;
}

/** Creates what sends the rows of one run. */
export function createSendRow(deps: SendRowDeps): SendRow {
  const { spec, ledger } = deps;
  const send = async (waiting: StoredRow, sentBefore: number) => {
    let row = waiting;
    let sent = sentBefore;
    for (let number = 1; ; number += 1) {
      const outcome = await attempt(deps, row, sent, (count, marked) => {
        sent = count;
        row = marked;
      });
      if (outcome.kind === 'ended') return;
      // What may have been done isn't sent again.
      if (number >= maxTries || outcome.kind === 'open') {
        await ledger.put({ n: row.n, state: outcome.kind === 'undone' ? 'failed' : 'unknown', error: outcome.error });
        return;
      }
      await new Promise<void>((resolve) => void deps.clock.after(retryMillis * 2 ** (number - 1), resolve));
      if (deps.signal.aborted) throw new RunEnded();
    }
  };
  return {
    send: (row) => send(row, 0),
    async resume(row) {
      if (!isReadable(spec, row)) {
        if (spec.isSafeTwice) return send(row, 1);
        await ledger.put({ n: row.n, state: 'unknown', error: noResponse });
        return;
      }
      const outcome = await resolve(deps, row, noResponse);
      if (outcome.kind === 'undone') return send(row, 1);
      if (outcome.kind === 'open') await ledger.put({ n: row.n, state: 'unknown', error: outcome.error });
    },
  };
}

const noResponse: RowError = { code: 'connection-lost', known: null, status: null, text: null };

/** `undone`: nothing was done, and it can be tried again. `open`: it couldn't be found out. */
type Outcome = { readonly kind: 'ended' } | { readonly kind: 'undone' | 'open'; readonly error: RowError };

const ended: Outcome = { kind: 'ended' };

async function attempt(
  deps: SendRowDeps,
  row: StoredRow,
  sentBefore: number,
  onSent: (count: number, marked: StoredRow) => void,
): Promise<Outcome> {
  const { spec, ledger } = deps;
  let state: unknown = null;
  // What may have been done is read, however much that takes.
  const reads = sentBefore > 0 ? isReadable(spec, row) : readability(spec, row) === 'always';
  if (spec.readsFirst && reads) {
    const read = await readState(deps, row);
    if (!read.ok) return read.outcome;
    if (read.state === null) return end(deps, row, spec.isDoneWhenGone && sentBefore > 0 ? 'done' : 'gone');
    const reason = spec.judge(row, read.state);
    if (reason !== null) return end(deps, row, reason === 'already' && sentBefore > 0 ? 'done' : reason);
    state = read.state;
  }
  const calls = spec.calls(row, state);
  if (calls.length === 0) return end(deps, row, 'already');
  const was = state === null ? {} : { was: spec.seen(state) };
  const marked = { ...row, ...was };
  // A job that was paused or canceled in the meantime, also by another process, sends nothing more.
  const mark = createMark(async () => {
    if (!(await ledger.put({ n: row.n, state: 'sent', ...was }))) throw new RunEnded();
  });
  return write(deps, marked, { calls, mark, sentBefore, wasBefore: row.was, onSent: (count) => onSent(count, marked) });
}

interface Mark {
  /** Stores the mark, once for all writes of a row. */
  store(): Promise<void>;
  /** Throws what the storing was rejected with, if it was. */
  assertStored(): void;
}

/** Creates the mark of the rows of one request. */
export function createMark(put: () => Promise<void>): Mark {
  let storing: Promise<void> | null = null;
  let refused: { readonly by: unknown } | null = null;
  return {
    store() {
      storing ??= put().catch((thrown: unknown) => {
        refused = { by: thrown };
        throw thrown;
      });
      return storing;
    },
    assertStored() {
      if (refused !== null) throw refused.by;
    },
  };
}

interface RowWrites {
  readonly calls: readonly JobCall[];
  readonly mark: Mark;
  /** Number of requests of earlier tries. */
  readonly sentBefore: number;
  /** What was seen in earlier tries. */
  readonly wasBefore: StoredRow['was'];
  readonly onSent: (count: number) => void;
}

async function write(deps: SendRowDeps, row: StoredRow, { calls, mark, sentBefore, wasBefore, onSent }: RowWrites): Promise<Outcome> {
  const { spec, service, ledger, signal } = deps;
  let sent = sentBefore;
  let current = calls[0];
  const all = [...calls];
  let isHalted = false;
  try {
    for (let at = 0; at < all.length; at += 1) {
      current = all[at];
      if (current === undefined) break;
      // Of several writes, only the requests of the one that fails say whether it may have been done.
      sent = sentBefore;
      const response = await service.write(current, {
        mark: mark.store,
        onSent() {
          if (at === 0 && sent === sentBefore && deps.isHalted()) {
            isHalted = true;
            throw fail('cancelled');
          }
          sent += 1;
          onSent(sent);
          ledger.requested();
        },
      });
      if (at === 0 && spec.follow !== undefined) {
        const { calls: following, was } = spec.follow(row, current, response);
        // What was created is known before anything else is sent for it.
        if (was !== null) await ledger.put({ n: row.n, state: 'sent', was });
        all.push(...following);
      }
    }
    return end(deps, row, 'done');
  } catch (thrown) {
    mark.assertStored();
    // Of a row of which nothing was done, the next try doesn't rely on what this one has seen.
    const undone = current === all[0] ? { was: wasBefore ?? null } : {};
    if (isHalted && sentBefore === 0) await ledger.put({ n: row.n, state: 'waiting', ...undone });
    if (isHalted) throw new RunEnded();
    if (signal.aborted) throw new RunEnded();
    // An endpoint that is repeated automatically, and a row of an earlier run: a request before the one that failed may have been done.
    const isRepeated = sent > 1 && (current?.endpoint.idempotent === true || sentBefore > 0);
    const failure = failureOf(thrown, { isSent: sent > sentBefore, isRepeated }, spec.needless);
    // Of several writes, the others may still have to be made.
    if (failure.kind === 'needless' && all.length > 1 && isReadable(spec, row)) return resolve(deps, row, rowErrorOf(thrown));
    if (failure.kind === 'needless') return end(deps, row, failure.reason);
    if (failure.kind === 'failed') {
      await ledger.put({ n: row.n, state: 'failed', error: failure.error, ...(isRepeated ? {} : undone) });
      return ended;
    }
    if (failure.kind === 'unclear') return !isReadable(spec, row) ? unresolved(spec, failure.error) : resolve(deps, row, failure.error);
    // The next run reads first whether it was done.
    if (!isRepeated && sentBefore === 0) await ledger.put({ n: row.n, state: 'waiting', ...undone });
    throw failure.paused;
  }
}

function readability(spec: JobSpec<unknown>, row: SpecRow): 'always' | 'afterwards' | 'never' {
  if (spec.read === undefined) return 'never';
  return spec.readable?.(row) ?? 'always';
}

/** Whether reading can tell what became of a row. */
export function isReadable(spec: JobSpec<unknown>, row: SpecRow): boolean {
  return readability(spec, row) !== 'never';
}

function unresolved(spec: JobSpec<unknown>, error: RowError): Outcome {
  return { kind: spec.isSafeTwice ? 'undone' : 'open', error };
}

async function end({ ledger }: SendRowDeps, { n }: StoredRow, as: 'done' | NonNullable<StoredRow['reason']>): Promise<Outcome> {
  await ledger.put(as === 'done' ? { n, state: 'done' } : { n, state: 'skipped', reason: as });
  return ended;
}

/** Reads whether a row without a known outcome was done. */
async function resolve(deps: SendRowDeps, row: StoredRow, error: RowError): Promise<Outcome> {
  const { spec, ledger } = deps;
  for (let number = 1; ; number += 1) {
    const read = await readState(deps, row);
    if (read.ok) {
      const found = foundBy(spec, row, read.state);
      if (found === 'done') return end(deps, row, 'done');
      if (found !== 'gone') return { kind: found, error };
      await ledger.put({ n: row.n, state: 'failed', error: { ...error, code: 'object-gone' } });
      return ended;
    }
    if (number >= maxTries) return { kind: 'open', error };
  }
}

/** Returns what a state says about a row that may have been done. */
export function foundBy(spec: JobSpec<unknown>, row: StoredRow, state: unknown): 'done' | 'undone' | 'open' | 'gone' {
  if (state === null) return spec.isDoneWhenGone ? 'done' : 'gone';
  const reason = spec.judge(row, state);
  if (reason === 'already') return 'done';
  // What is there now is neither what the row would make of it nor what it was.
  return reason === null ? 'undone' : 'open';
}

type Read = { readonly ok: true; readonly state: unknown } | { readonly ok: false; readonly outcome: Outcome };

async function readState({ spec, service, signal }: SendRowDeps, row: StoredRow): Promise<Read> {
  try {
    return { ok: true, state: (await spec.read?.(service.read, row)) ?? null };
  } catch (thrown) {
    if (signal.aborted) throw new RunEnded();
    const paused = pauseFor(thrown);
    if (paused !== null) throw paused;
    return { ok: false, outcome: { kind: 'undone', error: rowErrorOf(thrown) } };
  }
}
