/** Messages about the jobs in `records.db`: their rows, each of which is stored as sent before it is. */
import { z } from 'zod';
import { maxNoteLength } from '../bridge/safety';
import { type Job, type JobRow, type JobTarget, jobId, jobOptions, rowError, rowState, type SkipReason, skipReason } from '../jobs/job';
import { jobAction } from '../jobs/job-action';
import { type JsonValue, json, millis } from '../service/models/fields';

const job = jobId;
/** Names one run of a job: what an earlier run still sends is refused. */
const runner = z.string().min(1).max(100);
const n = z.int().min(0);

/** What the connection required when a job was confirmed, and the note that the user had to write then. */
const passed = z.strictObject({
  safety: z.string().max(50),
  requirePresence: z.boolean(),
  environment: z.string().max(50).optional(),
  note: z.string().max(maxNoteLength).optional(),
});
export type PassedRequirements = z.output<typeof passed>;

/** A row of a job as it is confirmed. */
export interface NewJobRow {
  readonly target: JobTarget;
  readonly name: string | null;
  readonly email: string | null;
  readonly before: JsonValue;
  /** What the row has beside the action; null for nothing. */
  readonly value: JsonValue;
  /** Never leaves the records but to be sent, and is wiped once the row is done. */
  readonly secret: string | null;
  /** Set for a row that isn't sent. */
  readonly reason: SkipReason | null;
}

/** Rows as main fixed them. Before they are sent, they are compared with their hash, and this with that of the job. */
const rowBlock = z.strictObject({ first: n, count: n, skipped: n, rows: z.string(), hash: z.string() });

const rowChange = z.strictObject({
  n,
  state: rowState,
  reason: skipReason.nullable(),
  error: rowError.nullable(),
  /** What was read right before it was sent, for an undo; undefined keeps what is stored. */
  was: json.optional(),
});
export type RowChange = z.output<typeof rowChange>;

export const jobsRequest = z.discriminatedUnion('op', [
  /** Stores a job without rows, which isn't started. */
  z.strictObject({
    op: z.literal('job-create'),
    job,
    connectionId: z.string().max(64),
    destination: z.string().max(2_500),
    action: jobAction,
    undoes: jobId.nullable(),
    osUser: z.string().max(200),
    timeMillis: millis,
  }),
  /** Adds rows to a job that isn't frozen. */
  z.strictObject({ op: z.literal('job-add-rows'), job, block: rowBlock }),
  /** Ends adding rows. Returns the hash over all of them. */
  z.strictObject({ op: z.literal('job-freeze'), job }),
  /** Starts a job, once, if it and its rows still have the hash. */
  z.strictObject({ op: z.literal('job-start'), job, hash: z.string(), options: jobOptions, passed, timeMillis: millis }),
  /** Deletes a job with its rows. */
  z.strictObject({ op: z.literal('job-remove'), job, states: z.array(z.string()).max(10) }),
  z.strictObject({ op: z.literal('job-read'), job }),
  z.strictObject({
    op: z.literal('job-list'),
    connectionId: z.string().max(64).optional(),
    before: millis.optional(),
    limit: z.int().min(1).max(200),
  }),
  /** Returns the jobs that haven't ended, in the order of their start. */
  z.strictObject({ op: z.literal('jobs-running') }),
  /** Returns rows after a number: fewer than the limit where they are large, and then `hasMore`. */
  z.strictObject({
    op: z.literal('job-rows'),
    job,
    states: z.array(rowState).nullable(),
    after: z.int().min(-1),
    limit: z.int().min(1).max(1_000),
  }),
  /** Begins a run, which ends any other one, after its rows were compared with the hash. Returns the rows that are sent, without an outcome. */
  z.strictObject({ op: z.literal('job-open'), job, runner }),
  /**
   * Returns rows that wait, after a number: fewer than the limit where they are large, at least one if there is one. None if one of them isn't what was
   * confirmed.
   */
  z.strictObject({ op: z.literal('job-next'), job, runner, after: z.int().min(-1), limit: z.int().min(1).max(1_000) }),
  /** Stores changes of rows by a run. Rows of a job that isn't active don't become `sent`. */
  z.strictObject({ op: z.literal('job-put'), job, runner, rows: z.array(rowChange).max(1_000), requests: z.int().min(0) }),
  /** Stores what was found about rows that weren't known. */
  z.strictObject({ op: z.literal('job-resolve'), job, rows: z.array(rowChange).max(1_000) }),
  /** Changes the state of a job if it is one of `from`; to `done` only if no row is left to be sent or found out about. */
  z.strictObject({
    op: z.literal('job-set-state'),
    job,
    from: z.array(z.string()).max(10),
    to: z.string().max(20),
    passed: passed.optional(),
    /** Makes failed rows wait again. */
    retry: z.boolean().optional(),
    timeMillis: millis,
  }),
  /** Deletes the jobs of connections that were removed, previews of before a time, and jobs that ended before another one. */
  z.strictObject({ op: z.literal('jobs-clean'), removedIds: z.array(z.string()), previewsBefore: millis, endedBefore: millis }),
  /** Erases what rows say about users, except those that are still to be sent. */
  z.strictObject({ op: z.literal('jobs-erase-person'), ids: z.array(z.string()).min(1).max(100), destination: z.string().nullable() }),
]);
export type JobsRequest = z.output<typeof jobsRequest>;

/** A job as it is stored. */
export interface StoredJob extends Omit<Job, 'state' | 'startedAtMillis'> {
  readonly state: Job['state'] | 'preview';
  readonly startedAtMillis: number | null;
  readonly destination: string;
  readonly hash: string | null;
  readonly passed: PassedRequirements | null;
  /** Rows without success before it was resumed last, which don't count for stopping. */
  readonly forgiven: number;
}

/** A row with all that is needed to send it. */
export interface StoredRow extends JobRow {
  readonly value: NewJobRow['value'];
  readonly was: NewJobRow['value'] | undefined;
  readonly secret: string | null;
}

/** The results of requests, by their names. */
export interface JobsResults {
  readonly 'job-create': null;
  readonly 'job-add-rows': null;
  readonly 'job-freeze': { readonly hash: string };
  readonly 'job-start': { readonly outcome: 'started' | 'changed' | 'gone' };
  readonly 'job-remove': { readonly isRemoved: boolean };
  readonly 'job-read': StoredJob | null;
  readonly 'job-list': { readonly jobs: readonly StoredJob[]; readonly hasMore: boolean };
  readonly 'jobs-running': readonly StoredJob[];
  readonly 'job-rows': { readonly rows: readonly StoredRow[]; readonly hasMore: boolean };
  readonly 'job-open': { readonly job: StoredJob; readonly isUnaltered: boolean; readonly sent: readonly StoredRow[] };
  readonly 'job-next': { readonly rows: readonly StoredRow[]; readonly isUnaltered: boolean };
  readonly 'job-put': { readonly state: StoredJob['state'] };
  readonly 'job-resolve': null;
  readonly 'job-set-state': { readonly isChanged: boolean };
  readonly 'jobs-clean': { readonly removed: number };
  readonly 'jobs-erase-person': { readonly erased: number };
}
