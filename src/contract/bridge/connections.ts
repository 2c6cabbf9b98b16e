/** Connections to projects. Contains no credentials, only whether they exist. */
import { z } from 'zod';
import { call, topic } from '../definitions';
import { features } from '../features';
import { maxListLength } from '../sealed-format';
import { watchKinds } from '../watch/rules';
import { colour, connectionTargets, environment, watchRules } from './connection-choices';
import { connectionDraft, connectionEdit } from './connection-draft';
import { testResult } from './connection-test';
import { safetyLevel } from './safety';
import { skippedEntry } from './skipped-entry';

/** False without the key; else its last four characters, or true if they must not be shown or the keychain is unavailable. */
export const storedKey = z.union([z.boolean(), z.string().length(4)]);

/** Access by the session of the project's owner on a connection to project `internal`. Remains after the owner has signed out. */
export const ownerCredential = z.strictObject({
  kind: z.literal('owner'),
  internalConnectionId: z.string(),
  /** The owner's ID on project `internal`; null while it is unknown. */
  userId: z.string().nullable(),
  /** The owner's name or email when the project was opened. */
  name: z.string().nullable(),
});

/** Features of the service. Those that could not be detected are absent. */
const knownFeatures = z.partialRecord(z.enum(features), z.boolean());

const connection = z.strictObject({
  id: z.string(),
  /** Connections to the sandbox exist while it is running; `project` connections are created by the user. */
  kind: z.enum(['sandbox', 'project']),
  name: z.string(),
  baseUrl: z.string(),
  projectId: z.string(),
  environment,
  /** The user's choice; null for the color of the environment. */
  colour: colour.nullable(),
  /** Base path of the application's handler pages, such as `/handler`. */
  handlerBase: z.string(),
  safety: safetyLevel,
  /** Whether the user has to prove presence before a secret is revealed and before a destructive call. */
  requirePresence: z.boolean(),
  group: z.string().nullable(),
  pinned: z.boolean(),
  /** Absent if the user chose none. */
  targets: connectionTargets.optional(),
  /** What the watch looks for, where that differs from the settings; absent if nothing does. */
  watchRules: watchRules.optional(),
  /** The credentials that the app has for the connection. */
  credentials: z.strictObject({ client: storedKey, server: storedKey, admin: storedKey, owner: ownerCredential.nullable() }),
  /** The server's release, such as `2.8.4`; null until detected, or if the server does not report its number. */
  release: z.string().nullable(),
  /** Null until detected. */
  features: knownFeatures.nullable(),
  /** The host that hasn't responded as the service does yet, and therefore doesn't get the connection's secret keys. */
  uncheckedHost: z.string().optional(),
});
export type Connection = z.output<typeof connection>;

/** A service whose clock differs from this computer's; `aheadMillis` is negative if it is behind. */
const serviceClock = z.strictObject({ connectionId: z.string(), aheadMillis: z.int() });
export type ServiceClock = z.output<typeof serviceClock>;

export type KnownFeatures = z.output<typeof knownFeatures>;
export type OwnerCredential = z.output<typeof ownerCredential>;

const bridgeId = z.string().max(64);
const id = z.strictObject({ id: bridgeId });
/** The host, with its port, to which the user agreed to send the keys, whatever responds there. */
const confirmedHost = z.string().max(300).optional();
const created = z.strictObject({ id: z.string() });
const name = z.string().trim().min(1).max(100);
const group = z.string().trim().min(1).max(60).nullable();

/** A connection that was moved, with what changes of it. */
const moved = z.strictObject({ id: bridgeId, pinned: z.boolean().optional(), group: group.optional() });
export type MovedConnection = z.output<typeof moved>;

export const connections = {
  list: topic(z.array(connection)),
  /**
   * Adds a connection with its keys, or changes nothing on failure. Throws the codes of `connection-draft`, and `server-unconfirmed` with the
   * host in its details if the connection has secret keys for a server that doesn't respond as the service does, unless that is
   * `confirmedHost`.
   */
  add: call(z.strictObject({ draft: connectionDraft, confirmedHost }), created),
  /**
   * Opens a project that the user owns with the session of an account on project `internal`. Uses the existing connection for that,
   * which may be of another owner who has signed out, or creates one.
   */
  openOwned: call(z.strictObject({ internalConnectionId: bridgeId, accountId: bridgeId, projectId: z.string().max(64), name }), created),
  /**
   * Changes the fields in `change`. An absent key is kept, a null key is removed. Throws `secret-expired` for an unknown reference, and
   * `server-unconfirmed` as `add` does.
   */
  edit: call(z.strictObject({ id: bridgeId, change: connectionEdit, confirmedHost }), z.null()),
  /** Allows the connection's keys to be sent to a host that the user confirmed by name. */
  confirmServer: call(z.strictObject({ id: bridgeId, host: z.string().max(300) }), z.null()),
  rename: call(z.strictObject({ id: bridgeId, name }), z.null()),
  /** Sets what the watch looks for at a connection; null follows the settings. */
  setWatchRule: call(z.strictObject({ id: bridgeId, kind: z.enum(watchKinds), rule: z.boolean().nullable() }), z.null()),
  /** Copies a connection with its keys, without its accounts. */
  duplicate: call(id, created),
  /**
   * Removes a connection with its keys, accounts and tokens. With `erasesEntries`, what the journal's entries say is erased first: those of the
   * connection and those about its project, unless another connection points there.
   */
  remove: call(z.strictObject({ id: bridgeId, erasesEntries: z.boolean().optional() }), z.null()),
  /** Changes the order, and what the moved connection takes over from where it lands. Connections not in `ids` follow in their present order. */
  arrange: call(z.strictObject({ ids: z.array(bridgeId).max(1000), moved: moved.optional() }), z.null()),
  pin: call(z.strictObject({ id: bridgeId, pinned: z.boolean() }), z.null()),
  setGroup: call(z.strictObject({ id: bridgeId, group }), z.null()),
  /** Tests each credential once: of a connection, of a draft, or of a connection with a draft's changes. */
  test: call(
    z.union([id, z.strictObject({ draft: connectionDraft }), z.strictObject({ id: bridgeId, draft: connectionDraft.partial() })]),
    testResult,
  ),
  /** Detects the service's release and features again. */
  detect: call(id, z.null()),
  /** Exports all `project` connections, without keys. */
  exportAll: call(z.strictObject({}), z.strictObject({ text: z.string() })),
  /**
   * Imports connections. Throws `import-unreadable` or `import-newer`, and then adds nothing. Skips connections without encryption
   * unless the user has allowed them with `allowPlainHttp`.
   */
  importAll: call(
    z.strictObject({ text: z.string().max(maxListLength), allowPlainHttp: z.boolean().optional() }),
    z.strictObject({
      added: z.array(z.string()),
      skipped: z.array(skippedEntry),
    }),
  ),
  /** The services whose clocks differ, as far as their responses have shown. */
  clocks: topic(z.array(serviceClock)),
};
