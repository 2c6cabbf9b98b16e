/** Stores what becomes of the rows of a run: each change before the next request, those of the same moment together. */
import type { JobOptions, RowCounts, RowState } from '#contract/jobs/job.ts';
import type { RowChange, StoredJob, StoredRow } from '#contract/workers/job-records.ts';
import type { JournalRecords } from '../journal/journal-records';
import { JobPaused } from './row-errors';

export interface RowLedger {
  /**
   * Resolves when a change is stored, to whether it is: a row doesn't become `sent` if the job is no longer active. `done` and `skipped` are stored before
   * the next row that becomes `sent`, and not waited for. Rejects with the `LibraryFailure` of this change or an earlier one; `gone` if another run
   * has followed this one.
   */
  put(change: Omit<RowChange, 'reason' | 'error'> & Partial<Pick<RowChange, 'reason' | 'error'>>): Promise<boolean>;
  /** Resolves to the next row that waits; null if there is none, or the job isn't active. Rejects with a `JobPaused` if it isn't what was confirmed. */
  take(): Promise<StoredRow | null>;
  /** Counts a request. */
  requested(): void;
  counts(): RowCounts;
  requests(): number;
  /** Resolves when all changes are stored. Rejects as `put` does. */
  settled(): Promise<void>;
  /** Returns how many rows may still be without success before the job has to stop. */
  failuresLeft(): number;
}

export interface RowLedgerDeps {
  readonly records: Pick<JournalRecords, 'request'>;
  readonly runner: string;
  readonly job: Pick<StoredJob, 'id' | 'counts' | 'requests' | 'forgiven'> & { readonly options: JobOptions };
  /** The rows that are sent already. */
  readonly sent: readonly StoredRow[];
  readonly onChange: () => void;
}

/** Rows that are read ahead. */
const rowsAhead = 100;

interface Waiting {
  readonly change: RowChange;
  resolve(isStored: boolean): void;
  reject(thrown: unknown): void;
}

/** Creates the ledger of one run. */
export function createRowLedger({ records, runner, job, sent, onChange }: RowLedgerDeps): RowLedger {
  const counts: Record<RowState, number> = { ...job.counts };
  const states = new Map<number, RowState>(sent.map(({ n }) => [n, 'sent']));
  let requests = job.requests;
  let unstored = 0;
  let waiting: Waiting[] = [];
  let storing: Promise<void> = Promise.resolve();
  let broken: { readonly by: unknown } | null = null;
  const assertWhole = () => {
    if (broken !== null) throw broken.by;
  };
  const note = ({ n, state }: RowChange) => {
    counts[states.get(n) ?? 'waiting'] -= 1;
    counts[state] += 1;
    // Only rows in progress have to be known.
    if (state === 'sent') states.set(n, state);
    else states.delete(n);
  };
  const storeBatch = async (batch: readonly Waiting[]) => {
    const added = unstored;
    unstored = 0;
    try {
      const rows = batch.map(({ change }) => change);
      const { state } = await records.request({ op: 'job-put', job: job.id, runner, rows, requests: added });
      for (const { change, resolve } of batch) {
        const isStored = change.state !== 'sent' || state === 'active';
        if (isStored) note(change);
        resolve(isStored);
      }
    } catch (thrown) {
      unstored += added;
      for (const { reject } of batch) reject(thrown);
    }
  };
  /** Stores what waits, also while what came before is being stored: the library keeps their order, and may store both at once. */
  const store = () => {
    const batch = waiting;
    waiting = [];
    const stored = storeBatch(batch).then(onChange);
    storing = Promise.all([storing, stored]).then(() => undefined);
  };
  const add = (change: RowChange) =>
    new Promise<boolean>((resolve, reject) => {
      waiting.push({ change, resolve, reject });
      if (waiting.length === 1) queueMicrotask(store);
    });
  return {
    async put({ reason = null, error = null, ...change }) {
      assertWhole();
      const stored = add({ reason, error, ...change });
      if (change.state !== 'done' && change.state !== 'skipped') {
        const isStored = await stored;
        assertWhole();
        return isStored;
      }
      stored.catch((thrown: unknown) => {
        broken ??= { by: thrown };
      });
      return true;
    },
    async settled() {
      for (let last: unknown = null; storing !== last || waiting.length > 0; await storing) last = storing;
      assertWhole();
    },
    take: createTaking(async (after) => {
      const { rows, isUnaltered } = await records.request({ op: 'job-next', job: job.id, runner, after, limit: rowsAhead });
      if (!isUnaltered) throw new JobPaused('rows-altered');
      return rows;
    }),
    requested() {
      requests += 1;
      unstored += 1;
    },
    counts: () => ({ ...counts }),
    requests: () => requests,
    failuresLeft: () => (job.options.stopAfter ?? Number.POSITIVE_INFINITY) - (counts.failed + counts.unknown - job.forgiven),
  };
}

/** Returns the function that takes rows one by one, and reads them some at a time. */
function createTaking(read: (after: number) => Promise<readonly StoredRow[]>): RowLedger['take'] {
  let ahead: StoredRow[] = [];
  let last = -1;
  let reading: Promise<boolean> | null = null;
  /** Resolves to whether there are more. */
  const more = async () => {
    ahead = [...(await read(last))];
    last = ahead.at(-1)?.n ?? last;
    return ahead.length > 0;
  };
  return async () => {
    for (;;) {
      const row = ahead.shift();
      if (row !== undefined) return row;
      reading ??= more().finally(() => {
        reading = null;
      });
      // Others that waited may have taken all that were found.
      if (!(await reading)) return null;
    }
  };
}
