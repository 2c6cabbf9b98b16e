/** Jobs: the same action for many rows, frozen when they are previewed, and sent one after the other. */
import { z } from 'zod';
import { userScope } from '../query/user-query';
import { json, millis } from '../service/models/fields';
import { jobAction } from './job-action';

export const jobId = z.string().min(1).max(64);
export const connectionId = z.string().min(1).max(64);
const osUser = z.string().max(200);

/** Maximum number of rows that a window may name. */
export const maxTargets = 100_000;

/** What a row is about: its ID, or an email address, and the ID of what it belongs to. */
const jobTarget = z.strictObject({ id: z.string().min(1).max(1_000), of: z.string().max(1_000).nullable() });
export type JobTarget = z.output<typeof jobTarget>;

/** Which rows: all users that match, which takes an index, or chosen ones. Both are fixed by the preview. */
export const jobScope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('matching'), scope: userScope }),
  z.strictObject({ kind: z.literal('targets'), targets: z.array(jobTarget).min(1).max(maxTargets).readonly() }),
]);
export type JobScope = z.output<typeof jobScope>;

export const jobOptions = z.strictObject({
  /** Maximum number of requests per second; null for as many as four at once take. */
  perSecond: z.int().min(1).max(100).nullable(),
  /** Number of rows without success after which the job stops; null to go on. */
  stopAfter: z.int().min(1).max(1_000_000).nullable(),
  /** Whether a snapshot is kept of each user or team that is deleted: a row without one then fails. By the setting if it is absent. */
  keepSnapshots: z.boolean().optional(),
  /** Whether what Latchkey keeps about users that were deleted is erased at the end of each run. Then no snapshot is kept. */
  erases: z.boolean().optional(),
});
export type JobOptions = z.output<typeof jobOptions>;

/**
 * `sent`: no response yet, or none before the process ended. `skipped`: left out, with the reason. `unknown`: there was no response, and reading can't
 * tell whether it was done.
 */
export const rowState = z.enum(['waiting', 'sent', 'done', 'skipped', 'failed', 'unknown']);
export type RowState = z.output<typeof rowState>;

/**
 * Why a row is left out. `already`: it is so without the job. `changed`: it isn't what the preview showed. `gone`: it doesn't exist. `repeated`: an
 * earlier row is the same. `self`: a user who is signed in here, or a key that is used here. `owner`: a user as whom projects were opened. `last-admin`: no other member
 * could manage the team. `no-email`, `not-a-member`: what the action needs is missing. `in-the-way`: what is on
 * the way to the metadata path would be lost. `built-in`: the service defines it. `ended`: an email that was sent, or is no longer sent.
 */
export const skipReason = z.enum([
  'already',
  'changed',
  'gone',
  'repeated',
  'self',
  'owner',
  'last-admin',
  'no-email',
  'not-a-member',
  'in-the-way',
  'built-in',
  'ended',
]);
export type SkipReason = z.output<typeof skipReason>;

/** Why a row failed, or isn't known: codes and the service's own text. */
export const rowError = z.strictObject({
  code: z.string().max(100),
  known: z.string().max(200).nullable(),
  status: z.int().nullable(),
  text: z.string().max(1_000).nullable(),
});
export type RowError = z.output<typeof rowError>;

/** What a row is called. */
const rowName = z.strictObject({ name: z.string().max(1_000).nullable(), email: z.string().max(1_000).nullable() });

export const jobRow = z.strictObject({
  /** Number of the row, from 0 on. */
  n: z.int().min(0),
  target: jobTarget,
  ...rowName.shape,
  /** What the preview showed; null for nothing, and where it couldn't be known. */
  before: json,
  state: rowState,
  reason: skipReason.nullable(),
  error: rowError.nullable(),
});
export type JobRow = z.output<typeof jobRow>;

const rowCounts = z.strictObject(
  Object.fromEntries(rowState.options.map((state) => [state, z.int().min(0)])) as Record<RowState, z.ZodInt>,
);
export type RowCounts = z.output<typeof rowCounts>;

/** `stopped`: after too many failures. The others but `active` and `paused` are ends as well, after which rows can be tried again. */
const jobState = z.enum(['active', 'paused', 'stopped', 'cancelled', 'done']);

export const job = z.strictObject({
  id: jobId,
  connectionId,
  action: jobAction,
  options: jobOptions,
  state: jobState,
  counts: rowCounts,
  /** Number of requests so far. */
  requests: z.int(),
  osUser,
  /** Times of the service. */
  startedAtMillis: millis,
  endedAtMillis: millis.nullable(),
  /** The job whose rows this one undoes, and the newest one that undoes this one. */
  undoes: jobId.nullable(),
  undoneBy: jobId.nullable(),
});
export type Job = z.output<typeof job>;

/**
 * Why an active job doesn't go on. `queued`: another job of the connection is before it. `elsewhere`: another process of Latchkey runs it.
 * `confirm`: the connection requires more than was confirmed. `rows-altered`: what is stored isn't what was confirmed.
 */
const jobPause = z.enum([
  'queued',
  'elsewhere',
  'user',
  'locked',
  'offline',
  'read-only',
  'rate-limited',
  'no-access',
  'connection-changed',
  'confirm',
  'storage',
  'rows-altered',
]);
export type JobPause = z.output<typeof jobPause>;

/** A job that hasn't ended, and why it doesn't go on; null while it does. */
export const runningJob = job.extend({ pause: jobPause.nullable(), pausedUntilMillis: millis.nullable() });
export type RunningJob = z.output<typeof runningJob>;

const requestCount = z.strictObject({ count: z.int(), isExact: z.boolean() });

/** What would be sent. Nothing is, before the job is started with this hash. */
export const jobPreview = z.strictObject({
  id: jobId,
  /** Covers the action, the connection, and all rows with their values: what is confirmed is what is sent. */
  hash: z.string(),
  action: jobAction,
  /** Number of rows, also of those that are left out. */
  total: z.int(),
  toSend: z.int(),
  /** Rows that are sent and may turn out to be so already, because that can't be known before. */
  notKnown: z.int(),
  skipped: z.array(z.strictObject({ reason: skipReason, count: z.int() })).readonly(),
  /** The first rows that are sent. */
  first: z.array(jobRow).readonly(),
  /** Without snapshots. */
  requests: requestCount,
  /** If a snapshot is kept of what each row deletes; null where none can be. */
  requestsWithSnapshots: requestCount.nullable(),
  /** Whether the job can be undone as a whole later. */
  isUndoable: z.boolean(),
});
export type JobPreview = z.output<typeof jobPreview>;
