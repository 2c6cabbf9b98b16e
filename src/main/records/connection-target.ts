/** Targets of a connection's calls: created from one record, so that the record that was checked is the one that is used. */

import type { ConnectionChange } from '#contract/bridge/connection-draft.ts';
import type { KnownFeatures, OwnerCredential } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import type { SandboxReady } from '#contract/workers/sandbox.ts';
import type { SecretStore } from '../ports/ports';
import { keysInHand, type ProjectKeys, type ReadKey, readOnce } from '../remote/project-keys';
import type { Target } from '../remote/send';
import type { SandboxProcess } from '../runtime/sandbox-process';
import { assertDisplayOnly, itemsOf, withChange } from './connection-changes';
import { projectOf, sandboxProjectOf } from './connection-registry';
import type { ConnectionRecord } from './connections-file';
import {
  assertServer,
  type CheckServer,
  destinationOfRecord,
  isServerChecked,
  requireKeysForNewServer,
  serverOfRecord,
} from './destination';
import { checkChange, keyKinds } from './draft';
import type { DestinationOf } from './pinned-connection';

/** The owner of a target's project: a user of the connection to project `internal` on the same server. */
export interface TargetOwner {
  readonly connectionId: string;
  readonly userId: string;
}

/** A target before the session adds its owner's tokens, the features of its service, and the server's time. */
export interface ConnectionTarget extends Omit<Target, 'owner' | 'onServerTime' | 'isComplete'> {
  /** Makes sending to an incomplete target a type error. */
  readonly isComplete: false;
  /**
   * Returns the owner from the records at the time of the call. Throws `owner-signed-out` when the owner is unknown, or the connection to
   * project `internal` has been removed or points to another server.
   */
  readonly findOwner?: () => TargetOwner;
  /** Returns the features that are stored for the connection; null when it no longer points to the target's place. */
  readonly storedFeatures?: () => KnownFeatures | null;
}

export interface ConnectionTargetDeps {
  readonly secrets: Pick<SecretStore, 'get'>;
  readonly sandbox: Pick<SandboxProcess, 'arrival' | 'stopped'>;
  /** Returns the connection's current record. */
  readonly recordNow: (connectionId: string) => ConnectionRecord | undefined;
  readonly checkServer: CheckServer;
  /** Stores that the server at a base URL was checked. */
  readonly markChecked: (baseUrl: string) => Promise<void>;
}

/**
 * Creates a function that returns the target of a record. It throws `sandbox-stopped` for a connection to the sandbox while that is neither
 * running nor starting. Reading one of its keys throws the secret store's codes, and `connection-changed` for a key that was replaced after
 * the record was read.
 */
export function createConnectionTarget(deps: ConnectionTargetDeps): (record: ConnectionRecord) => Promise<ConnectionTarget> {
  const { secrets, sandbox, recordNow, checkServer, markChecked } = deps;

  const reader = (connectionId: string, item: string): ReadKey =>
    readOnce(async () => {
      const key = await secrets.get(item);
      if (key === null && !itemsNow(recordNow(connectionId)).includes(item)) throw fail('connection-changed');
      return key;
    });
  const storedKeys = ({ id, keys }: ConnectionRecord): ProjectKeys => {
    const stored = keyKinds.flatMap((kind) => {
      const item = keys[kind]?.item;
      return item === undefined ? [] : [[kind, reader(id, item)] as const];
    });
    return Object.fromEntries(stored);
  };

  const storedFeatures = (record: ConnectionRecord) => (): KnownFeatures | null => {
    const now = recordNow(record.id);
    if (now?.baseUrl !== record.baseUrl || now.projectId !== record.projectId) return null;
    return now.detected?.features ?? {};
  };

  const ownerFinder =
    ({ userId, internalConnectionId }: OwnerCredential, record: ConnectionRecord) =>
    (): TargetOwner => {
      const internal = recordNow(internalConnectionId);
      if (internal === undefined || userId === null) throw fail('owner-signed-out');
      // The owner's tokens are for the server on which they signed in, and the connection to it may point elsewhere now.
      if (serverOfRecord(internal) !== serverOfRecord(record)) throw fail('owner-signed-out');
      return { connectionId: internalConnectionId, userId };
    };

  const serverCheck =
    ({ id }: ConnectionRecord, baseUrl: string) =>
    async (): Promise<void> => {
      const now = recordNow(id);
      if (now?.baseUrl === baseUrl && isServerChecked(now)) return;
      await assertServer(checkServer, baseUrl);
      await markChecked(baseUrl);
    };

  return async (record) => {
    const { owner } = record;
    const common = {
      isComplete: false,
      destination: destinationOfRecord(record),
      storedFeatures: storedFeatures(record),
      ...(owner ? { findOwner: ownerFinder(owner, record) } : {}),
    } as const;
    if (record.baseUrl !== null) {
      const ensureServer = isServerChecked(record) ? {} : { ensureServer: serverCheck(record, record.baseUrl) };
      return { ...common, ...ensureServer, baseUrl: record.baseUrl, projectId: record.projectId, keys: storedKeys(record) };
    }
    const ready = await sandbox.arrival();
    const keys = record.kind === 'sandbox' ? sandboxKeys(record, ready) : storedKeys(record);
    return { ...common, baseUrl: ready.url, projectId: projectOf(record, ready), keys, stopped: sandbox.stopped };
  };
}

function itemsNow(record: ConnectionRecord | undefined): readonly string[] {
  return record === undefined ? [] : itemsOf(record);
}

/** Returns the keys that the sandbox reports each time it starts. */
function sandboxKeys(record: ConnectionRecord, ready: SandboxReady): ProjectKeys {
  const project = sandboxProjectOf(record, ready);
  if (project === undefined) return {};
  return keysInHand({
    client: project.publishable_client_key,
    server: project.secret_server_key,
    admin: project.super_secret_admin_key,
  });
}

/** Lookups of connections: their records, destinations, and the targets of their calls. */
export interface ConnectionLookup {
  has(id: string): boolean;
  /** Returns the record of a connection. Throws `unknown-connection`. */
  find(id: string): ConnectionRecord;
  records(): readonly ConnectionRecord[];
  readonly destinationOf: DestinationOf;
  /** Returns the path below which a connection's handler pages are. Throws `unknown-connection`. */
  handlerBaseOf(id: string): string;
  /** Returns the target of the connection's current record. Throws `unknown-connection`, and the codes of `targetOf`. */
  target(id: string): Promise<ConnectionTarget>;
  /**
   * Returns the target of a record, for callers that have checked it. Throws `sandbox-stopped` while the sandbox is neither running nor
   * starting.
   */
  targetOf(record: ConnectionRecord): Promise<ConnectionTarget>;
  /** Returns the target of a test: the stored connection, the stored connection with a draft applied, or the draft alone. */
  testTarget(options: { id?: string; draft?: ConnectionChange }): Promise<ConnectionTarget>;
}

/** Returns a connection's record among `records`. Throws `unknown-connection`. */
export function recordIn(records: readonly ConnectionRecord[], id: string): ConnectionRecord {
  const record = records.find((known) => known.id === id);
  if (record === undefined) throw fail('unknown-connection');
  return record;
}

/** Creates the lookups on the current records. */
export function createConnectionLookup(
  records: () => readonly ConnectionRecord[],
  targetOf: (record: ConnectionRecord) => Promise<ConnectionTarget>,
): ConnectionLookup {
  const find = (id: string) => recordIn(records(), id);
  return {
    records,
    find,
    targetOf,
    has: (id) => records().some((known) => known.id === id),
    destinationOf(id) {
      const record = records().find((known) => known.id === id);
      return record === undefined ? null : destinationOfRecord(record);
    },
    handlerBaseOf: (id) => find(id).handlerBase,
    target: async (id) => targetOf(find(id)),
    async testTarget({ id, draft = {} }) {
      const stored = id === undefined ? null : find(id);
      if (stored?.kind === 'sandbox') assertDisplayOnly(draft);
      const { fields, keys } = checkChange(draft, stored?.baseUrl ?? null);
      if (stored !== null) requireKeysForNewServer(stored, fields.baseUrl, keys);
      // A test checks the server itself before it sends a key.
      const {
        storedFeatures: _ofTheRecord,
        ensureServer: _ofTheServer,
        ...known
      }: ConnectionTarget = stored === null ? { isComplete: false, baseUrl: '', projectId: '', keys: {} } : await targetOf(stored);
      return {
        ...known,
        baseUrl: fields.baseUrl ?? known.baseUrl,
        projectId: fields.projectId ?? known.projectId,
        keys: withChange(known.keys, keys),
      };
    },
  };
}
