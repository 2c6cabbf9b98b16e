/** Messages about `records.db`, the library's database that is never rebuilt: it contains the journal. */
import { z } from 'zod';
import {
  type ChainFault,
  chainFault,
  impersonationEnd,
  intentFacts,
  intentPersonal,
  type JournalEntry,
  journalFilter,
  outcomeFacts,
} from '../journal/journal-entry';
import { doneStep, type SnapshotProgress, type SnapshotSummary, type StoredSnapshot, snapshotData } from '../journal/snapshot';
import { millis } from '../service/models/fields';
import { type JobsRequest, type JobsResults, jobsRequest } from './job-records';

const seq = z.int().min(0);
const about = seq;
const snapshotId = z.string().max(64);

/** The last entry that is known to have been in the chain, kept apart from it. */
const checkpoint = z.strictObject({ chain: z.string(), seq, hash: z.string() });
export type Checkpoint = z.output<typeof checkpoint>;

/** Requests about the journal. Times are those of the service, in milliseconds since the epoch. */
const journalRequest = z.discriminatedUnion('op', [
  /** Returns the present end of the chain. */
  z.strictObject({ op: z.literal('journal-end') }),
  /** Whether the chain contains an entry as a checkpoint has it, or has removed it at its old end. */
  z.strictObject({ op: z.literal('holds-entry'), checkpoint }),
  /** Stores a write before it is sent. `writer` names the process, `pid` is its number. */
  z.strictObject({
    op: z.literal('append-intent'),
    timeMillis: millis,
    writer: z.string().max(200),
    pid: z.int(),
    facts: intentFacts,
    personal: intentPersonal,
    /** The snapshot of what the write deletes. */
    snapshotId: z.string().max(64).optional(),
  }),
  /** Stores how a write ended. One that isn't known is replaced by a later known one, never the other way round. */
  z.strictObject({
    op: z.literal('append-outcome'),
    timeMillis: millis,
    about,
    facts: outcomeFacts,
    /** What the service made of the fields that were sent, which can be erased; null if it isn't known. */
    made: z.unknown(),
  }),
  /** Stores when and how an impersonation ended, once. Without the entry of its start, nothing is stored. */
  z.strictObject({
    op: z.literal('append-end'),
    timeMillis: millis,
    impersonation: z.string().max(64),
    end: impersonationEnd,
  }),
  /** Replaces the note of an entry. An empty text removes it. */
  z.strictObject({ op: z.literal('set-note'), timeMillis: millis, about, osUser: z.string().max(200), text: z.string().max(10_000) }),
  /** Stores what a verification found, so that it stays known after the next checkpoint. */
  z.strictObject({ op: z.literal('append-break'), timeMillis: millis, faults: z.array(chainFault).max(100) }),
  /** Returns the writes without an outcome, with the processes that made them. */
  z.strictObject({ op: z.literal('open-intents') }),
  /** Lists entries before a number, newest first, or after it, oldest first. */
  z.strictObject({
    op: z.literal('list-entries'),
    filter: journalFilter,
    before: seq.optional(),
    after: seq.optional(),
    limit: z.int().min(1).max(500),
  }),
  z.strictObject({ op: z.literal('read-entry'), seq }),
  /** Checks the whole chain against a checkpoint, in steps. Can be canceled. */
  z.strictObject({ op: z.literal('verify-chain'), checkpoint: checkpoint.nullable() }),
  /**
   * Erases the personal parts of entries about users, by their IDs, and of those that have an ID or one of `names`, such as an email address, as a
   * value; with their notes, and what snapshots have of them. Those of one destination if it is given. Done in steps, and can be canceled.
   */
  z.strictObject({
    op: z.literal('erase-person'),
    timeMillis: millis,
    ids: z.array(z.string()).min(1).max(100),
    names: z.array(z.string().min(1)).max(100),
    destination: z.string().nullable(),
  }),
  /** Erases the personal parts of a connection's entries, and of those about its destination; not of those about the destinations `kept`. */
  z.strictObject({
    op: z.literal('erase-connection'),
    timeMillis: millis,
    connectionId: z.string(),
    destination: z.string(),
    kept: z.array(z.string()),
  }),
  /** Removes the oldest entries: those before a time, and those above a number, a job's counting as one. Writes in progress stay. */
  z.strictObject({ op: z.literal('trim-journal'), timeMillis: millis, olderThanMillis: millis, maxEntries: z.int().min(1) }),
  /** Returns entries of the chain as lines of JSON, oldest first, after a number. */
  z.strictObject({ op: z.literal('export-chain'), after: seq, limit: z.int().min(1).max(2_000) }),
  /** Stores what is about to be deleted. Until it is finished, nothing is known about the deletion. */
  z.strictObject({
    op: z.literal('put-snapshot'),
    id: snapshotId,
    connectionId: z.string().max(64),
    destination: z.string().max(2_500),
    takenAtMillis: millis,
    data: snapshotData,
  }),
  /** Stores how the deletion ended. Nothing is kept of what wasn't deleted. */
  z.strictObject({ op: z.literal('finish-snapshot'), id: snapshotId, result: z.enum(['done', 'unknown', 'failed']) }),
  /** Lists the snapshots of a connection, newest first; those of one user or team if it is given. */
  z.strictObject({
    op: z.literal('list-snapshots'),
    connectionId: z.string().max(64),
    destination: z.string().max(2_500),
    targetId: z.string().optional(),
    nowMillis: millis,
  }),
  /** Returns one snapshot, by its ID or the number of the entry; null if there is none, or it has expired. */
  z.strictObject({ op: z.literal('read-snapshot'), id: z.union([snapshotId, seq]), nowMillis: millis }),
  /**
   * Notes that a step of creating again is about to be sent. Returns null, and changes nothing, if it is done, or if it was started before
   * and isn't `repeated`.
   */
  z.strictObject({ op: z.literal('begin-step'), id: snapshotId, step: z.string().max(2_500), repeated: z.boolean() }),
  z.strictObject({
    op: z.literal('end-step'),
    id: snapshotId,
    step: z.string().max(2_500),
    ended: doneStep,
    newId: z.string().max(1_000).nullable(),
  }),
  /** Removes snapshots: one, those taken before a time, those of other connections than these, or all. */
  z.strictObject({
    op: z.literal('remove-snapshots'),
    which: z.union([
      z.strictObject({ id: snapshotId }),
      z.strictObject({ takenBeforeMillis: millis }),
      z.strictObject({ exceptConnections: z.array(z.string().max(64)) }),
      z.literal('all'),
    ]),
  }),
  /** Stores what was applied last to the project of a connection, in place of what was before. */
  z.strictObject({
    op: z.literal('put-base'),
    connectionId: z.string().max(64),
    destination: z.string().max(2_500),
    timeMillis: millis,
    base: z.unknown(),
  }),
  /** Returns it; null without one, or if the connection led elsewhere. */
  z.strictObject({ op: z.literal('read-base'), connectionId: z.string().max(64), destination: z.string().max(2_500) }),
  /** Removes those of other connections. */
  z.strictObject({ op: z.literal('remove-bases'), exceptConnections: z.array(z.string().max(64)) }),
]);
export type JournalRequest = z.output<typeof journalRequest>;

/** Requests about the open records. */
export const recordsRequest = z.discriminatedUnion('op', [journalRequest, jobsRequest]);
export type RecordsRequest = JournalRequest | JobsRequest;

/** The file and its key, and the time for the name under which one is set aside that can't be used. */
export const openedRecords = z.strictObject({
  op: z.literal('open-records'),
  path: z.string(),
  key: z.string().regex(/^[0-9a-f]{64}$/),
  nowMillis: millis,
  /** Set to move the file aside, because a request found it damaged. */
  isDamaged: z.boolean().optional(),
});
export type OpenRecords = Omit<z.output<typeof openedRecords>, 'op'>;

/** The end of the chain. */
export interface ChainEnd extends Checkpoint {
  /** Name of the file to which one was moved that was damaged, not decryptable, or something else; null if none was at this opening. */
  readonly setAside: string | null;
}

export interface OpenIntent {
  readonly seq: number;
  readonly timeMillis: number;
  readonly writer: string;
  readonly pid: number;
}

export interface Verification {
  readonly faults: readonly ChainFault[];
  /** The entry up to which the chain was checked. */
  readonly end: Checkpoint;
  /** Number of writes. */
  readonly entries: number;
}

/** The results of requests, by their names. */
export interface RecordsResults extends JobsResults {
  readonly 'journal-end': ChainEnd;
  readonly 'holds-entry': { readonly isHeld: boolean };
  readonly 'append-intent': Checkpoint;
  readonly 'append-outcome': Checkpoint;
  readonly 'append-end': Checkpoint;
  readonly 'set-note': Checkpoint;
  readonly 'append-break': Checkpoint;
  readonly 'open-intents': readonly OpenIntent[];
  readonly 'list-entries': { readonly entries: readonly JournalEntry[]; readonly hasMore: boolean };
  readonly 'read-entry': JournalEntry | null;
  readonly 'verify-chain': Verification;
  /** The number of writes of which something was erased. */
  readonly 'erase-person': { readonly erased: number; readonly end: Checkpoint };
  readonly 'erase-connection': { readonly erased: number; readonly end: Checkpoint };
  readonly 'trim-journal': { readonly removed: number; readonly end: Checkpoint };
  readonly 'put-snapshot': null;
  readonly 'finish-snapshot': null;
  readonly 'list-snapshots': readonly SnapshotSummary[];
  readonly 'read-snapshot': StoredSnapshot | null;
  readonly 'begin-step': SnapshotProgress | null;
  readonly 'end-step': SnapshotProgress;
  readonly 'remove-snapshots': { readonly removed: number };
  readonly 'put-base': null;
  readonly 'read-base': { readonly timeMillis: number; readonly base: unknown } | null;
  readonly 'remove-bases': null;
  readonly 'export-chain': { readonly lines: readonly string[]; readonly next: number | null };
}

/** What handles requests, by their names. */
export type RecordsHandlers<R extends RecordsRequest = RecordsRequest> = {
  readonly [Op in R['op']]: (
    request: Extract<R, { op: Op }>,
    breathe: () => Promise<void>,
  ) => RecordsResults[Op] | Promise<RecordsResults[Op]>;
};
