/** Undoing writes of the journal: what it would do, and doing it. */
import { z } from 'zod';
import { call, event } from '../definitions';
import { errorReport } from '../error-report';
import { noUndoReasons } from '../journal/journal-rule';
import { undoLosses, undoRefusals } from '../journal/undo-plan';
import { millis } from '../service/models/fields';

const seq = z.int().min(0);
/** JSON without secrets; absent where there is no value. */
const value = z.unknown().optional();

/**
 * Why an entry can't be undone now, besides what its rule says and a plan finds. `connection-gone` and `connection-moved`: its connection was
 * removed, or points to another project. `account-gone`: the account that made it is signed out. `no-key`: the connection hasn't the key. `erased`:
 * its values are. `failed`, `running`: it wasn't done, or isn't yet. `create-again`: what it deleted comes back by another way. `undone`: what it
 * deleted was created again.
 */
export const undoObstacles = [
  'connection-gone',
  'connection-moved',
  'account-gone',
  'no-key',
  'erased',
  'failed',
  'running',
  'create-again',
  'undone',
] as const;

const undoReason = z.enum([...noUndoReasons, ...undoRefusals, ...undoObstacles]);
export type UndoReason = z.output<typeof undoReason>;

const keptReason = z.enum([...noUndoReasons, 'changed-since', 'secret', 'project-only', 'unsupported']);

const shownRow = z.strictObject({
  /** Names of the field and what is in it, such as `['server_metadata', 'plan']`. */
  path: z.array(z.string()).readonly(),
  was: value,
  /** What the write made of it. */
  set: value,
  isNow: value,
  willBe: value,
  effect: z.enum(['restored', 'removed', 'kept']),
  reason: keptReason.optional(),
});
export type ShownUndoRow = z.output<typeof shownRow>;

const shownRequest = z.strictObject({
  method: z.string().max(10),
  /** Whose rights it has. */
  access: z.enum(['client', 'server', 'admin']),
  /** With its query, below `/api/v1`. The ID of what the first request creates is `{id}`. */
  path: z.string(),
  /** Without secrets. */
  body: value,
});
export type ShownUndoRequest = z.output<typeof shownRequest>;

const shownUndo = z.strictObject({
  /** The connection, and the account if one made the write, by which it is undone; null if it is gone. */
  connectionId: z.string().nullable(),
  /** Time (of the service) at which the values were read again; null if none were. */
  readAtMillis: millis.nullable(),
  /** Why there is nothing to send; null if it can be undone. */
  reason: undoReason.nullable(),
  rows: z.array(shownRow).readonly(),
  /** Names of the keys beside those of the rows, which stay as they are. */
  others: z.array(z.string()).readonly(),
  reads: z.array(shownRequest).readonly(),
  writes: z.array(shownRequest).readonly(),
  /** Secrets that have to be entered: their place in the body of the first write, and the provider that they are of; null for the email server. */
  asks: z.array(z.strictObject({ path: z.string(), provider: z.string().nullable() })).readonly(),
  losses: z.array(z.enum(undoLosses)).readonly(),
  /** Whether an earlier undo got no response, and may have been done: undoing again could create the same twice. */
  isDoubtful: z.boolean(),
  /** What `run` compares with a fresh read. */
  fingerprint: z.string().max(100),
});
export type ShownUndo = z.output<typeof shownUndo>;

/** Undoing all steps of a configuration that was applied: each as one of its own, the last one first. */
const shownApplyUndo = z.strictObject({
  connectionId: z.string().nullable(),
  parts: z.array(z.strictObject({ seq, undo: shownUndo })).readonly(),
  /** What `runApply` compares with fresh reads. */
  fingerprint: z.string().max(100),
});
export type ShownApplyUndo = z.output<typeof shownApplyUndo>;

/** Returns the name of a secret that a part asks for. */
export const partSecret = (ofSeq: number, path: string): string => `${ofSeq} ${path}`;

const undone = z.strictObject({
  /** Number of writes that were done, and of those of the plan. */
  done: z.int(),
  of: z.int(),
  /** Why the others weren't; null if all were. */
  error: errorReport.nullable(),
});
export type Undone = z.output<typeof undone>;

const undoOffer = z.strictObject({
  seq,
  connectionId: z.string().max(64),
  /** Name of the endpoint, as `users.update`. */
  endpoint: z.string().max(100),
});
export type UndoOffer = z.output<typeof undoOffer>;

export const undo = {
  /** Resolves to why an entry can't be undone, as far as that is known without a request; null if it may be. Throws `object-gone` without the entry. */
  check: call(z.strictObject({ seq }), z.strictObject({ reason: undoReason.nullable() })),
  /** Reads what the entry changed again, and resolves to what undoing it would do. Rejects if it can't be read. Throws `object-gone` without the entry. */
  plan: call(z.strictObject({ seq }), shownUndo),
  /**
   * Reads again, and undoes the write. Throws `changed-elsewhere` if the plan isn't what was shown, the errors of safety levels, and the error of the
   * first write. If a later one fails, it says how far it came.
   */
  run: call(
    z.strictObject({
      seq,
      /** That of the plan, for confirmations. */
      connectionId: z.string().max(64),
      fingerprint: z.string().max(100),
      /** By their paths in `asks`. */
      secrets: z.record(z.string().max(200), z.string().max(10_000)),
      note: z.string().max(10_000).optional(),
    }),
    undone,
  ),
  /** Plans to undo what was applied with an ID. Rejects if something can't be read. Throws `object-gone` if the journal has nothing of it. */
  planApply: call(z.strictObject({ job: z.string().min(1).max(64) }), shownApplyUndo),
  /**
   * Reads again, and undoes what was applied, confirmed once. Throws as `run` does before the first write; later it says how far it came. Each
   * part is planned again before it is sent: what was changed since stays.
   */
  runApply: call(
    z.strictObject({
      job: z.string().min(1).max(64),
      connectionId: z.string().max(64),
      fingerprint: z.string().max(100),
      /** By `partSecret`. */
      secrets: z.record(z.string().max(220), z.string().max(10_000)),
    }),
    undone,
  ),
  /** Sent to the window that made a write which can be undone, once it is recorded. */
  offered: event(undoOffer),
};
