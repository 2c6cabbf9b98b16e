/** Connections: the projects this app knows. Credentials are named here, never held. */
import { z } from 'zod';
import { features } from '../features';
import { call, event } from '../kit';
import { colour, environment } from './connection-choices';
import { connectionDraft } from './connection-draft';
import { testResult } from './connection-test';
import { safetyLevel } from './safety';

/** False: not held. Else the last four characters of the key, or true where they are not to be shown or the keychain is away. */
const heldKey = z.union([z.boolean(), z.string().length(4)]);

/** Access by the session of the project's owner, who signs in on a connection to project `internal`. It outlives signing out. */
export const ownerCredential = z.strictObject({
  kind: z.literal('owner'),
  internalConnectionId: z.string(),
  /** The owner's ID on project `internal`; null while it is unknown who that is. */
  userId: z.string().nullable(),
  /** The owner's name or email when the project was opened. */
  name: z.string().nullable(),
});

/** What the service at the other end can do; a feature that is not listed could not be found out. */
export const knownFeatures = z.partialRecord(z.enum(features), z.boolean());

export const connection = z.strictObject({
  id: z.string(),
  /** The sandbox's connections come and go with it; others are the person's own. */
  kind: z.enum(['sandbox', 'project']),
  name: z.string(),
  baseUrl: z.string(),
  projectId: z.string(),
  environment,
  /** The person's own choice; null for the environment's. */
  colour: colour.nullable(),
  /** Path below which the app's own handler pages lie, as `/handler`. */
  handlerBase: z.string(),
  safety: safetyLevel,
  group: z.string().nullable(),
  pinned: z.boolean(),
  /** Which credentials the app holds for it. */
  credentials: z.strictObject({ client: heldKey, server: heldKey, admin: heldKey, owner: ownerCredential.nullable() }),
  /** The server's release, as `2.8.4`; null until detected, or where the server does not tell. */
  release: z.string().nullable(),
  /** Null until detected. */
  features: knownFeatures.nullable(),
});
export type Connection = z.output<typeof connection>;
export type KnownFeatures = z.output<typeof knownFeatures>;
export type OwnerCredential = z.output<typeof ownerCredential>;

const bridgeId = z.string().max(64);
const id = z.strictObject({ id: bridgeId });
const made = z.strictObject({ id: z.string() });
const name = z.string().trim().min(1).max(100);
const group = z.string().trim().min(1).max(60).nullable();

export const connections = {
  list: call(z.strictObject({}), z.strictObject({ revision: z.int(), value: z.array(connection) })),
  /** Either the connection and its keys are there afterwards, or nothing. Fails with the codes of `connection-draft`. */
  add: call(z.strictObject({ draft: connectionDraft }), made),
  /**
   * Opens a project of the user's own by the session of an account on project `internal`: in the connection that does so already,
   * which may have been another owner's who has signed out, else in a new one.
   */
  openOwned: call(z.strictObject({ internalConnectionId: bridgeId, accountId: bridgeId, projectId: z.string().max(64), name }), made),
  /** Changes what is given; a key that is absent is kept, one that is null is removed. */
  edit: call(z.strictObject({ id: bridgeId, change: connectionDraft.partial() }), z.null()),
  rename: call(z.strictObject({ id: bridgeId, name }), z.null()),
  /** With its keys, not with its accounts. */
  duplicate: call(id, made),
  /** With all its keys, accounts and tokens. */
  remove: call(id, z.null()),
  /** Those not named keep their order behind the named ones. */
  reorder: call(z.strictObject({ ids: z.array(bridgeId).max(1000) }), z.null()),
  pin: call(z.strictObject({ id: bridgeId, pinned: z.boolean() }), z.null()),
  setGroup: call(z.strictObject({ id: bridgeId, group }), z.null()),
  /** Checks each credential once: of a connection, of a draft, or of a connection as the draft would make it. */
  test: call(
    z.union([id, z.strictObject({ draft: connectionDraft }), z.strictObject({ id: bridgeId, draft: connectionDraft.partial() })]),
    testResult,
  ),
  /** Finds out anew which release answers and what it can do. */
  detect: call(id, z.null()),
  /** All connections of one's own, without a single key. */
  exportAll: call(z.strictObject({}), z.strictObject({ text: z.string() })),
  /**
   * Fails with `import-unreadable` or `import-newer`, and then adds nothing. What is reached without encryption is left out
   * unless `allowPlainHttp` says that a person wants it.
   */
  importAll: call(
    z.strictObject({ text: z.string().max(1_000_000), allowPlainHttp: z.boolean().optional() }),
    z.strictObject({
      added: z.array(z.string()),
      /** Entries left out: the position in the list, its name where it has one, and why. */
      skipped: z.array(
        z.strictObject({ index: z.int(), name: z.string().nullable(), reason: z.enum(['duplicate', 'invalid', 'not-secure', 'too-many']) }),
      ),
    }),
  ),
  changed: event(z.array(connection)),
};
