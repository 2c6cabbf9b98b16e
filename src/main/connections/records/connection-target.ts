/** Where the calls of a connection go, and what they may use: all of it from one record, so that what was checked is what is used. */
import type { KnownFeatures, OwnerCredential } from '../../../contract/bridge/connections';
import { AppError, fail, nullForAppError } from '../../../contract/errors';
import type { SecretStore } from '../../ports';
import { keysInHand, type ProjectKeys, type ReadKey, readOnce } from '../../remote/project-keys';
import type { ReadFeatures, Target, TokenSource } from '../../remote/send';
import type { SandboxProcess, SandboxReady } from '../../sandbox/sandbox-process';
import { itemsOf } from './connection-changes';
import type { ConnectionRecord } from './connections-file';
import { destinationOf, serverOf } from './destination';
import { keyKinds } from './draft';
import { projectOf, sandboxProjectOf } from './to-connection';

export interface ConnectionTargetDeps {
  readonly secrets: Pick<SecretStore, 'get'>;
  readonly sandbox: Pick<SandboxProcess, 'arrival' | 'gone'>;
  /** The session of a user on a connection. Throws `unknown-account` when they have no account there. */
  readonly session: (connectionId: string, userId: string) => TokenSource;
  /** The record that the connection has now. */
  readonly recordNow: (connectionId: string) => ConnectionRecord | undefined;
  /** What the connection's service can do, detected first where that is not known yet. Fails with the codes of a call. */
  readonly features: (connectionId: string) => Promise<KnownFeatures>;
}

/**
 * Creates a function that returns the target of a record. It fails with `sandbox-stopped` for a connection to the sandbox while
 * that neither runs nor starts. Reading one of its keys fails with the secret store's codes, and with `connection-changed` for
 * a key that was replaced after the record was taken.
 */
export function createConnectionTarget(deps: ConnectionTargetDeps): (record: ConnectionRecord) => Promise<Target> {
  const { secrets, sandbox, session, recordNow } = deps;

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

  const featuresOf = (record: ConnectionRecord): ReadFeatures =>
    readOnce(async () => {
      // A service that cannot be detected now is called by what was known before.
      const found = await deps.features(record.id).catch(nullForAppError);
      // What was detected is about the place that the connection points to now.
      const now = recordNow(record.id);
      if (now?.baseUrl !== record.baseUrl || now.projectId !== record.projectId) return {};
      return found ?? now.detected?.features ?? {};
    });

  /** Looks the session up at each request: the owner may sign out and in again while the connection stays. */
  const ownerSession = ({ userId, internalConnectionId }: OwnerCredential, record: ConnectionRecord): TokenSource => {
    const found = () => {
      const internal = recordNow(internalConnectionId);
      if (internal === undefined || userId === null) throw fail('owner-signed-out');
      // The owner's tokens are for the server on which they signed in, which the connection to it may have left since.
      if (serverOf(internal) !== serverOf(record)) throw fail('owner-signed-out');
      return session(internalConnectionId, userId);
    };
    return {
      tokens: async () => {
        try {
          return await found().tokens();
        } catch (thrown) {
          throw asOwners(thrown);
        }
      },
      refuse(access) {
        try {
          found().refuse(access);
        } catch (thrown) {
          throw asOwners(thrown);
        }
      },
      async hasLostUser() {
        try {
          return (await found().hasLostUser?.()) ?? false;
        } catch (thrown) {
          throw asOwners(thrown);
        }
      },
    };
  };

  return async (record) => {
    const { owner } = record;
    const common = {
      destination: destinationOf(record),
      features: featuresOf(record),
      ...(owner ? { owner: ownerSession(owner, record) } : {}),
    };
    if (record.baseUrl !== null) {
      return { ...common, baseUrl: record.baseUrl, projectId: record.projectId, keys: storedKeys(record) };
    }
    const ready = await sandbox.arrival();
    const keys = record.kind === 'sandbox' ? sandboxKeys(record, ready) : storedKeys(record);
    return { ...common, baseUrl: ready.url, projectId: projectOf(record, ready), keys, gone: sandbox.gone };
  };
}

function itemsNow(record: ConnectionRecord | undefined): readonly string[] {
  return record === undefined ? [] : itemsOf(record);
}

/** Returns the error of a missing session as one of the owner: the session isn’t that of one of the connection’s own accounts. */
function asOwners(thrown: unknown): unknown {
  const isMissing = thrown instanceof AppError && ['unknown-account', 'signed-out', 'session-ended'].includes(thrown.code);
  return isMissing ? fail('owner-signed-out', {}, thrown) : thrown;
}

/** A sandbox names its keys each time it starts. */
function sandboxKeys(record: ConnectionRecord, ready: SandboxReady): ProjectKeys {
  const project = sandboxProjectOf(record, ready);
  if (project === undefined) return {};
  return keysInHand({
    client: project.publishable_client_key,
    server: project.secret_server_key,
    admin: project.super_secret_admin_key,
  });
}
