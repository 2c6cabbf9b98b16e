/** Messages about `records.db`, the library's database that is never rebuilt: it contains the journal. */
import { z } from 'zod';
import {
  type ChainFault,
  chainFault,
  intentFacts,
  intentPersonal,
  type JournalEntry,
  journalFilter,
  outcomeFacts,
} from '../journal/journal-entry';
import { millis } from '../service/models/fields';
import { type JobsRequest, type JobsResults, jobsRequest } from './job-records';

const seq = z.int().min(0);
const about = seq;

/** The last entry that is known to have been in the chain, kept apart from it. */
const checkpoint = z.strictObject({ chain: z.string(), seq, hash: z.string() });
export type Checkpoint = z.output<typeof checkpoint>;

/** Requests about the journal. Times are those of the service, in milliseconds since the epoch. */
const journalRequest = z.discriminatedUnion('op', [
  /** Returns the present end of the chain. */
  z.strictObject({ op: z.literal('journal-end') }),
  /** Whether the chain holds an entry as a checkpoint has it, or has removed it at its old end. */
  z.strictObject({ op: z.literal('holds-entry'), checkpoint }),
  /** Stores a write before it is sent. `writer` names the process, `pid` is its number. */
  z.strictObject({
    op: z.literal('append-intent'),
    timeMillis: millis,
    writer: z.string().max(200),
    pid: z.int(),
    facts: intentFacts,
    personal: intentPersonal,
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
  /** Erases the personal parts of entries about users, and their notes, by the users' IDs; those of one destination if it is given. */
  z.strictObject({
    op: z.literal('erase-person'),
    timeMillis: millis,
    ids: z.array(z.string()).min(1).max(100),
    destination: z.string().nullable(),
  }),
  /** Removes the oldest entries: those before a time, and those above a number, a job's counting as one. Writes in progress stay. */
  z.strictObject({ op: z.literal('trim-journal'), timeMillis: millis, olderThanMillis: millis, maxEntries: z.int().min(1) }),
  /** Returns entries of the chain as lines of JSON, oldest first, after a number. */
  z.strictObject({ op: z.literal('export-chain'), after: seq, limit: z.int().min(1).max(2_000) }),
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
  readonly 'set-note': Checkpoint;
  readonly 'append-break': Checkpoint;
  readonly 'open-intents': readonly OpenIntent[];
  readonly 'list-entries': { readonly entries: readonly JournalEntry[]; readonly hasMore: boolean };
  readonly 'read-entry': JournalEntry | null;
  readonly 'verify-chain': Verification;
  readonly 'erase-person': { readonly erased: number; readonly end: Checkpoint };
  readonly 'trim-journal': { readonly removed: number; readonly end: Checkpoint };
  readonly 'export-chain': { readonly lines: readonly string[]; readonly next: number | null };
}

/** What handles requests, by their names. */
export type RecordsHandlers<R extends RecordsRequest = RecordsRequest> = {
  readonly [Op in R['op']]: (
    request: Extract<R, { op: Op }>,
    breathe: () => Promise<void>,
  ) => RecordsResults[Op] | Promise<RecordsResults[Op]>;
};
