/** The journal: what Latchkey has changed at services, by whom, and when. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { chainFault, journalEntry, journalFilter } from '../journal/journal-entry';
import { millis } from '../service/models/fields';

const seq = z.int().min(0);

const journalState = z.strictObject({
  /** `closed` until it is first needed; `unavailable` while writes can't be recorded; `forbidden` by the policy. */
  state: z.enum(['closed', 'open', 'unavailable', 'forbidden']),
  /** Why it is unavailable: the disk is full, its file is that of a later version, or anything else. */
  fault: z.enum(['disk-full', 'newer', 'other']).nullable(),
  /** Number of writes since the start that were sent without being recorded, or whose outcome wasn't. */
  unrecorded: z.int(),
  /** Whether it exists as long as this process, because there is no place for its key. */
  isTemporary: z.boolean(),
  /** Name of the file to which one was moved since the start that couldn't be read; null if none was. */
  setAside: z.string().nullable(),
  /** Whether the chain of entries was verified. */
  verification: z.enum(['pending', 'running', 'whole', 'broken', 'failed']),
  verifiedAtMillis: millis.nullable(),
  /** What was found, by this verification and by earlier ones. */
  faults: z.array(chainFault).readonly(),
  /** Number of entries at the verification. */
  entries: z.int().nullable(),
  /** Number of the newest entry of the chain that this process has appended or found; null until it was opened. */
  end: z.int().nullable(),
});
export type JournalState = z.output<typeof journalState>;

export const journal = {
  state: topic(journalState),
  /** Resolves to entries before a number, newest first, or after it, oldest first. */
  list: call(
    z.strictObject({ filter: journalFilter, before: seq.optional(), after: seq.optional(), limit: z.int().min(1).max(500) }),
    z.strictObject({ entries: z.array(journalEntry).readonly(), hasMore: z.boolean() }),
  ),
  /** Resolves to one entry; null if there is none, or it was removed. */
  read: call(z.strictObject({ seq }), journalEntry.nullable()),
  /** Replaces the note of an entry. An empty text removes it. Throws `object-gone`. */
  setNote: call(z.strictObject({ seq, text: z.string().max(10_000) }), z.null()),
  /** Verifies the chain again. Resolves when it is done. */
  verify: call(z.strictObject({}), z.null()),
  /** Resolves to entries of the chain after a number, as lines of JSON with their hashes, and the number to go on from. Throws `forbidden-by-policy`. */
  exportPage: call(z.strictObject({ after: seq }), z.strictObject({ text: z.string(), next: seq.nullable() })),
  /**
   * Erases what entries say about a user, in all connections to the same project: those about the user, and those that have the ID, or one of
   * `names` such as an email address, as a value. Resolves to the number of these entries of which something was left.
   */
  erasePerson: call(
    z.strictObject({
      connectionId: z.string().max(64),
      userId: z.string().min(1).max(1_000),
      names: z.array(z.string().min(1).max(1_000)).max(20).optional(),
    }),
    z.strictObject({ erased: z.int() }),
  ),
};
