/** Previews of jobs: their rows are fixed and stored, and nothing is sent but reads. */
import { fail } from '#contract/errors.ts';
import type { JobPreview, JobRow, JobScope, SkipReason } from '#contract/jobs/job.ts';
import type { JobAction, RequestedAction } from '#contract/jobs/job-action.ts';
import { snapshotReads } from '#contract/journal/snapshot-choice.ts';
import type { NewJobRow, StoredJob, StoredRow } from '#contract/workers/job-records.ts';
import type { ExportSource } from '../exports/export-source';
import type { JournalRecords } from '../journal/journal-records';
import { openBlock } from '../library/records/row-block';
import { frozenRows, type OwnTargets, undoRows } from './freeze-rows';
import type { JobSpec } from './job-spec';
import { specOf } from './job-specs';

export interface PreviewsDeps {
  readonly request: JournalRecords['request'];
  readonly newId: () => string;
  readonly osUser: () => string;
  readonly now: () => number;
  readonly destinationOf: (connectionId: string) => string;
  readonly sourceOf: (connectionId: string, signal: AbortSignal) => ExportSource;
  readonly ownTargetsOf: (connectionId: string) => OwnTargets;
}

export interface Previews {
  preview(
    input: { readonly connectionId: string; readonly scope: JobScope; readonly action: RequestedAction },
    windowId: string,
  ): Promise<JobPreview>;
  previewUndo(id: string, windowId: string): Promise<JobPreview>;
  /** Fixes rows that come from elsewhere, such as a file, with the number of requests that they take. */
  previewRows(given: GivenRows, windowId: string): Promise<JobPreview>;
  /** Ends the preview that a window is waiting for. */
  cancel(windowId: string): void;
  /** Deletes a preview. */
  discard(id: string): Promise<void>;
  /** Ends and deletes the previews of a closed window. */
  forgetWindow(windowId: string): void;
  /** Notes that a preview was started, and is one no longer. */
  started(id: string): void;
  /** Ends and deletes all previews. */
  close(): Promise<void>;
}

interface GivenRows {
  readonly connectionId: string;
  readonly action: JobAction;
  readonly requests: number;
  readonly rowsOf: (signal: AbortSignal) => AsyncIterable<readonly NewJobRow[]>;
}

/** Maximum number of rows of a job. */
const maxRows = 500_000;
/** Rows that are read at once for an undo. */
const undoneAtOnce = 1_000;
/** Blocks of rows that are being stored while the next one is filled. */
const blocksAhead = 8;
/** Rows that a preview shows. */
const shownRows = 5;

interface Draft {
  readonly connectionId: string;
  readonly action: JobAction;
  readonly undoes: string | null;
  /** Number of requests, where the rows don't all take the same. */
  readonly requests?: number;
}

/** Creates the previews, of which each window waits for one at most. */
export function createPreviews(deps: PreviewsDeps): Previews {
  const { request } = deps;
  const waiting = new Map<string, AbortController>();
  const stored = new Map<string, string>();
  const cancel = (windowId: string) => waiting.get(windowId)?.abort(fail('cancelled'));
  const discard = async (id: string) => {
    stored.delete(id);
    await request({ op: 'job-remove', job: id, states: ['preview'] });
  };
  const discardAll = async (of: (windowId: string) => boolean) => {
    const ids = [...stored].filter(([, windowId]) => of(windowId)).map(([id]) => id);
    await Promise.allSettled(ids.map(discard));
  };
  const create = async (windowId: string, draft: Draft, rowsOf: (signal: AbortSignal) => AsyncIterable<readonly DraftRow[]>) => {
    cancel(windowId);
    const own = new AbortController();
    waiting.set(windowId, own);
    const id = deps.newId();
    try {
      const preview = await storeRows(deps, id, draft, rowsOf(own.signal), own.signal);
      own.signal.throwIfAborted();
      stored.set(id, windowId);
      return preview;
    } catch (thrown) {
      await discard(id).catch(() => undefined);
      throw own.signal.aborted ? own.signal.reason : thrown;
    } finally {
      if (waiting.get(windowId) === own) waiting.delete(windowId);
    }
  };
  return {
    preview({ connectionId, scope, action }, windowId) {
      const own = deps.ownTargetsOf(connectionId);
      const rows = (signal: AbortSignal) => frozenRows({ source: deps.sourceOf(connectionId, signal), action, own }, scope);
      return create(windowId, { connectionId, action, undoes: null }, rows);
    },
    async previewUndo(id, windowId) {
      const job = await request({ op: 'job-read', job: id });
      const undo = job === null || job.state === 'preview' ? null : specOf(job.action).undo;
      if (job === null || undo === null || deps.destinationOf(job.connectionId) !== job.destination) throw fail('object-gone');
      const rows = () => doneRows(deps, job, undo);
      return create(windowId, { connectionId: job.connectionId, action: undo.action, undoes: id }, rows);
    },
    previewRows({ rowsOf, requests, ...about }, windowId) {
      return create(windowId, { ...about, undoes: null, requests }, rowsOf);
    },
    cancel,
    discard,
    forgetWindow(windowId) {
      cancel(windowId);
      void discardAll((other) => other === windowId);
    },
    started: (id) => void stored.delete(id),
    async close() {
      for (const own of waiting.values()) own.abort(fail('cancelled'));
      await discardAll(() => true);
    },
  };
}

type DraftRow = NewJobRow & { readonly isNotKnown?: boolean };

/** Yields the rows of an undo: those that were done. */
async function* doneRows(
  { request }: PreviewsDeps,
  { id }: StoredJob,
  undo: Parameters<typeof undoRows>[0],
): AsyncGenerator<readonly DraftRow[]> {
  for (let after = -1; ; ) {
    const { rows, hasMore } = await request({ op: 'job-rows', job: id, states: ['done'], after, limit: undoneAtOnce });
    yield undoRows(undo, rows);
    if (!hasMore) return;
    after = rows.at(-1)?.n ?? after;
  }
}

async function storeRows(
  { request, ...deps }: PreviewsDeps,
  id: string,
  { connectionId, action, undoes, requests }: Draft,
  batches: AsyncIterable<readonly DraftRow[]>,
  signal: AbortSignal,
): Promise<JobPreview> {
  const destination = deps.destinationOf(connectionId);
  const about = { connectionId, destination, action, undoes, osUser: deps.osUser(), timeMillis: deps.now() };
  await request({ op: 'job-create', job: id, ...about });
  const tally = createTally();
  let block = openBlock(0);
  const adding: Promise<unknown>[] = [];
  // The next rows are read while these are stored.
  const store = async () => {
    const added = request({ op: 'job-add-rows', job: id, block: block.end() });
    // It is waited for later.
    added.catch(() => undefined);
    block = openBlock(tally.total());
    if (adding.push(added) > blocksAhead) await adding.shift();
  };
  for await (const batch of batches) {
    signal.throwIfAborted();
    if (tally.total() + batch.length > maxRows) throw fail('too-large');
    for (const row of batch) {
      if (!block.add(row)) {
        await store();
        block.add(row);
      }
      tally.count(row);
    }
  }
  if (tally.total() > 0) await store();
  await Promise.all(adding);
  const { hash } = await request({ op: 'job-freeze', job: id });
  const spec = specOf(action);
  const { hasFeature } = deps.sourceOf(connectionId, signal);
  const counts = tally.counts();
  return {
    id,
    hash,
    action,
    ...counts,
    requests:
      requests === undefined ? await requestsOf(spec, counts.toSend, counts.notKnown, hasFeature) : { count: requests, isExact: false },
    requestsWithSnapshots: withSnapshots(spec, counts.toSend),
    isUndoable: spec.undo !== null,
  };
}

/** Counts the rows of a preview, and keeps those that it shows. */
function createTally() {
  const first: JobRow[] = [];
  const skipped = new Map<SkipReason, number>();
  let total = 0;
  let notKnown = 0;
  return {
    total: () => total,
    count({ target, name, email, before, reason, isNotKnown }: DraftRow) {
      if (reason !== null) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
      else if (first.length < shownRows) first.push({ n: total, target, name, email, before, state: 'waiting', reason, error: null });
      if (isNotKnown === true) notKnown += 1;
      total += 1;
    },
    counts(): Pick<JobPreview, 'total' | 'toSend' | 'notKnown' | 'skipped' | 'first'> {
      const reasons = [...skipped].map(([reason, count]) => ({ reason, count })).sort((a, b) => (a.reason < b.reason ? -1 : 1));
      return { total, toSend: total - reasons.reduce((sum, { count }) => sum + count, 0), notKnown, skipped: reasons, first };
    },
  };
}

type HasFeature = ExportSource['hasFeature'];

async function requestsOf(spec: JobSpec<unknown>, rows: number, notKnown: number, hasFeature: HasFeature): Promise<JobPreview['requests']> {
  const { together, requests } = spec;
  // A block that is refused is sent in smaller ones.
  if (together !== undefined && !(await isOlder(spec, hasFeature))) return { count: Math.ceil(rows / together.most), isExact: false };
  return { count: rows * requests.count, isExact: requests.isExact && notKnown === 0 };
}

/** Whether the release is known to have only what older ones have. */
async function isOlder({ write: { endpoint, otherwise } }: JobSpec<unknown>, hasFeature: HasFeature): Promise<boolean> {
  const [newer, older] = [endpoint.feature, otherwise?.endpoint.feature];
  return newer !== undefined && older !== undefined && !(await hasFeature(newer)) && hasFeature(older);
}

function withSnapshots({ write }: JobSpec<unknown>, rows: number): JobPreview['requestsWithSnapshots'] {
  const { snapshot } = write.endpoint;
  // The old value is part of a snapshot.
  return snapshot === undefined ? null : { count: rows * (1 + snapshotReads[snapshot]), isExact: false };
}

/** Returns what windows see of a row. */
export function asRow({ value: _value, was: _was, secret: _secret, ...row }: StoredRow): JobRow {
  return row;
}
