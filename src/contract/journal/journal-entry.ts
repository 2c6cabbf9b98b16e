/** What the journal keeps of each write to the service. */
import { z } from 'zod';
import { maxReasonLength } from '../limits';
import { millis } from '../service/models/fields';

/** A value as JSON, checked by the function that made it. */
const json = z.unknown();

const name = z.string().max(1_000);

/** Whose credential made a write: an account, a key of the project, the project's owner, or no one. */
const writeActor = z.strictObject({
  kind: z.enum(['account', 'key', 'owner', 'none']),
  /** ID of the account in this app, or the access type of the key. */
  id: z.string().max(100).nullable(),
  /** The last four characters of the key. */
  lastFour: z.string().max(4).nullable(),
});

/** The part of an entry that stays: which write it was. Contains no name and no value. */
export const intentFacts = z.strictObject({
  /** The user of the operating system. */
  osUser: z.string().max(200),
  actor: writeActor,
  connectionId: z.string().max(64).nullable(),
  /** The server and the project. */
  destination: z.string().max(2_500).nullable(),
  /** Name of the endpoint, as `users.update`. */
  endpoint: z.string().max(100),
  /** What it changed: a kind such as `user`, and its ID; null while it has none, as before it is created. */
  target: z.strictObject({ kind: z.string().max(50), id: z.string().max(1_000).nullable() }),
  /** IDs of users that it is about, besides the target. */
  people: z.array(z.string().max(1_000)).max(100),
  /** From where it was made. */
  source: z.enum(['window', 'terminal', 'job', 'apply', 'link', 'app']),
  /** Set if it was made in the terminal, also by a job or an applied configuration. */
  terminal: z.literal(true).optional(),
  /** The job that it belongs to; of the source `apply`, the ID that the steps of one configuration share. */
  job: z.string().max(64).nullable(),
  /** ID of the impersonation whose session made it, which it started, or whose session it ended. */
  impersonation: z.string().max(64).nullable(),
  /** For how many milliseconds the session was meant that it created. */
  plannedMillis: z.int().min(0).optional(),
  /** Number of the entry that it undoes. */
  undoes: z.int().nullable(),
});
export type IntentFacts = z.output<typeof intentFacts>;

/** The part of an entry that can be erased. Never contains a secret. */
export const intentPersonal = z.strictObject({
  /** What things were called then: the user and the team that it is about, and anything else. */
  names: z.strictObject({ user: name.optional(), team: name.optional(), subject: name.optional() }),
  /** What was stored before the write; null if it wasn't read. */
  before: json,
  /** Parameters, query and body of the request. */
  request: json,
  /** Why a user was impersonated. */
  reason: z.string().max(maxReasonLength).optional(),
});
export type IntentPersonal = z.output<typeof intentPersonal>;

/** How a write ended: it was done, refused or never sent, or it isn't known whether the service did it. */
const writeResult = z.enum(['done', 'failed', 'unknown']);

export const outcomeFacts = z.strictObject({
  result: writeResult,
  /** HTTP status, and the ID of the request at the service, of the last try. */
  status: z.int().nullable(),
  requestId: z.string().max(200).nullable(),
  /** Code of the error, and the service's own code. */
  code: z.string().max(100).nullable(),
  known: z.string().max(200).nullable(),
  /** ID of what was created. */
  createdId: z.string().max(1_000).nullable(),
});
export type OutcomeFacts = z.output<typeof outcomeFacts>;

/**
 * How an impersonation ended. `user`: the one who started it ended it, or signed out of it. `revoked`: the service no longer accepted its session.
 * `connection`: its connection was removed or changed. `failed`: it couldn't be used. `crashed`: the app was, and the next start ended it.
 */
export const impersonationEnds = ['user', 'expired', 'revoked', 'connection', 'closed', 'policy', 'failed', 'crashed'] as const;

export const impersonationEnd = z.strictObject({ how: z.enum(impersonationEnds), timeMillis: millis });
export type ImpersonationEnd = z.output<typeof impersonationEnd>;

/** An entry as it is shown: a write, with its outcome and its note. */
export const journalEntry = z.strictObject({
  /** Number of the entry in the chain. */
  seq: z.int(),
  /** Time (of the service) before the write. */
  timeMillis: millis,
  ...intentFacts.shape,
  /** Null while it is being made, and until the next start if the process ended in the meantime. */
  outcome: z
    .strictObject({
      timeMillis: millis,
      ...outcomeFacts.shape,
      /** What the service made of the fields that were sent; null if it isn't known, or is erased. */
      made: json,
    })
    .nullable(),
  /** When and how the impersonation ended that it started; absent while it goes on, and in other entries. */
  end: impersonationEnd.optional(),
  /** Number of the newest entry that undid it, or may have; null if none did. */
  undoneBy: z.int().nullable(),
  /** Null once it is erased. */
  personal: intentPersonal.nullable(),
  erasedAtMillis: millis.nullable(),
  note: z.strictObject({ text: z.string(), timeMillis: millis, osUser: z.string() }).nullable(),
  /** Hash of the entry in the chain, as 64 hexadecimal digits. */
  hash: z.string(),
});
export type JournalEntry = z.output<typeof journalEntry>;

/** Which entries are listed: those to which everything applies that is given. */
export const journalFilter = z.strictObject({
  /** Text in names, values, notes, IDs, and names of endpoints. */
  text: z.string().max(1_000).optional(),
  /** ID of the account or access type of the key. */
  actorId: z.string().max(100).optional(),
  connectionId: z.string().max(64).optional(),
  endpoint: z.string().max(100).optional(),
  /** Endpoints that are left out. */
  exceptEndpoints: z.array(z.string().max(100)).max(100).readonly().optional(),
  targetKind: z.string().max(50).optional(),
  /** ID of the target, or of a user that the write is about; or the name of the target or of a part that it changed (`partName`). */
  about: z.string().max(1_100).optional(),
  job: z.string().max(64).optional(),
  /** `open` for those without an outcome. */
  result: z.enum([...writeResult.options, 'open']).optional(),
  fromMillis: millis.optional(),
  /** Entries at this time are left out. */
  toMillis: millis.optional(),
  /** Number of an entry of the chain: only writes that came after it, and those of which something was recorded after it. */
  changedAfter: z.int().min(0).optional(),
});
export type JournalFilter = z.output<typeof journalFilter>;

/**
 * What was found wrong. `altered`: an entry isn't what was stored. `gap`: entries before it are missing. `cut`: the newest ones after it are, or the
 * file is an older copy. `replaced`: the whole chain is another one. `personal-altered` and `personal-missing`: its erasable part is changed, or
 * gone without having been erased.
 */
export const chainFault = z.strictObject({
  kind: z.enum(['altered', 'gap', 'cut', 'replaced', 'personal-altered', 'personal-missing']),
  /** The entry where it was found. */
  seq: z.int(),
  /** When an earlier check found it, which is an entry itself; null for one of this check. */
  foundAtMillis: millis.nullable(),
});
export type ChainFault = z.output<typeof chainFault>;
