/** Connections in the file and their keys in the secret store, changed together or not at all. */

import type { Connection, OwnerCredential } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import type { SandboxReady } from '#contract/workers/sandbox.ts';
import type { SecretStore } from '../ports/ports';
import type { AssertMayAdd } from '../settings/policy';
import { withoutRecord, withPendingCleanup, withRecord } from './connection-changes';
import type { ConnectionRecord, ConnectionsData } from './connections-file';
import {
  type ConnectionsStoreDeps,
  createConnectionsStore,
  endingOf,
  itemsFor,
  mergeKeys,
  removeSecrets,
  storeKeys,
} from './connections-store';
import { hostOfServer, isServerChecked } from './destination';
import type { KeyChange, KeyKind } from './draft';

export interface ConnectionRegistry {
  records(): readonly ConnectionRecord[];
  /**
   * Reads the file, and starts to remove secrets that a crash left behind. Returns the IDs of removed connections whose accounts still have
   * to be deleted.
   */
  load(): Promise<readonly string[]>;
  /** Reads the file again, after another process may have changed it. */
  reload(): Promise<void>;
  edit(change: (records: readonly ConnectionRecord[]) => ConnectionRecord[]): Promise<void>;
  /**
   * Stores the keys, then the record, which is created from the current content of the file. If this fails, or `make` returns null, nothing
   * has changed. `beforeRecord` runs in between, once the keys are stored, so that other processes see its effects before they see the record.
   */
  put(
    keys: KeyChange,
    make: (records: readonly ConnectionRecord[]) => ConnectionRecord | null,
    beforeRecord?: () => Promise<unknown>,
  ): Promise<void>;
  /** Removes the connection and its keys. The caller deletes its accounts and then calls `accountsForgotten`. */
  remove(id: string): Promise<void>;
  accountsForgotten(id: string): Promise<void>;
}

export interface RegistryDeps extends ConnectionsStoreDeps {
  readonly secrets: SecretStore;
  readonly newId: () => string;
  /** Throws `host-not-allowed` for a server that a new or changed connection may not have. */
  readonly assertMayAdd: AssertMayAdd;
}

/** Maximum number of attempts to store keys: a process that is starting treats an unfinished change as one left by a crash. */
const maxTries = 5;

/** Creates the registry. It has no connections before `load`. */
export function createConnectionRegistry({ file, secrets, newId, assertMayAdd, onChange, leave }: RegistryDeps): ConnectionRegistry {
  const store = createConnectionsStore({ file, onChange, leave });
  const { change } = store;
  const clean = (items: readonly string[]) => removeSecrets(secrets, change, items);
  /** Changes the file, and returns the secrets that the change left for removal. */
  const changeRecords = async (edit: (now: ConnectionsData) => ConnectionsData): Promise<readonly string[]> => {
    let dropped: readonly string[] = [];
    await change((now) => {
      const next = edit(now);
      dropped = next.leftovers.filter((item) => !now.leftovers.includes(item));
      return next;
    });
    return dropped;
  };

  /** Resolves to false when another process treated the unfinished change as one left by a crash. */
  const tryToPut = async (...[keys, make, beforeRecord]: Parameters<ConnectionRegistry['put']>): Promise<boolean> => {
    const items = itemsFor(keys, newId);
    const names = [...items.values()];
    let isDone = false;
    let dropped: readonly string[] = [];
    if (names.length > 0) await change((now) => ({ ...now, adding: [...now.adding, ...names] }));
    try {
      const stored = await storeKeys(secrets, keys, items);
      await beforeRecord?.();
      dropped = await changeRecords((now) => {
        isDone = names.every((item) => now.adding.includes(item));
        if (!isDone) return now;
        const record = make(now.connections);
        if (record === null) return withPendingCleanup(now, names);
        assertServers(now.connections, [record], assertMayAdd);
        return withRecord(now, { ...record, keys: mergeKeys(record.keys, stored) });
      });
    } catch (thrown) {
      await clean(names);
      throw thrown;
    }
    await clean(isDone ? dropped : names);
    return isDone;
  };

  return {
    records: () => store.get().connections,
    async load() {
      await store.load();
      const { leftovers, removed } = store.get();
      // Not awaited, because unlocking a keychain can take long.
      void clean(leftovers);
      return removed;
    },
    reload: store.reload,
    edit: (edit) =>
      change((now) => {
        const next = edit(now.connections);
        assertServers(now.connections, next, assertMayAdd);
        return { ...now, connections: next };
      }),
    async put(...args) {
      for (let tries = 0; tries < maxTries; tries += 1) if (await tryToPut(...args)) return;
      throw fail('profile-busy');
    },
    remove: async (id) => clean(await changeRecords((now) => withoutRecord(now, id))),
    accountsForgotten: (id) => change((now) => ({ ...now, removed: now.removed.filter((known) => known !== id) })),
  };
}

/** Checks the servers that connections didn't have before. */
function assertServers(before: readonly ConnectionRecord[], after: readonly ConnectionRecord[], assertMayAdd: AssertMayAdd): void {
  for (const { id, baseUrl } of after) {
    if (baseUrl !== null && before.find((known) => known.id === id)?.baseUrl !== baseUrl) assertMayAdd(baseUrl);
  }
}

/** Returns the project ID of a record. A sandbox whose data was deleted has a new demo project, with another ID than the stored one. */
export function projectOf(record: ConnectionRecord, sandbox: SandboxReady | null): string {
  return sandboxProjectOf(record, sandbox)?.project_id ?? record.projectId;
}

/** Returns the running sandbox's project for a connection; undefined while the sandbox isn't running, and for other connections. */
export function sandboxProjectOf({ kind, projectId }: ConnectionRecord, sandbox: SandboxReady | null) {
  if (kind !== 'sandbox') return undefined;
  return projectId === 'internal' ? sandbox?.projects.internal : sandbox?.projects.demo;
}

/** Returns the connection for windows. `lost` contains items whose secrets were lost when the process that stored them ended. */
export function toConnection(record: ConnectionRecord, sandbox: SandboxReady | null, lost: ReadonlySet<string>): Connection {
  const { baseUrl, keys, owner, detected, serverChecked: _stored, ...rest } = record;
  const inSandbox = sandboxProjectOf(record, sandbox);
  const credential = (kind: KeyKind): string | boolean => {
    // A sandbox reports all its keys when it starts.
    if (record.kind === 'sandbox') return inSandbox === undefined || (endingOf(inSandbox[sandboxKeys[kind]]) ?? true);
    const key = keys[kind];
    return key !== undefined && !lost.has(key.item) && (key.ending ?? true);
  };
  return {
    ...rest,
    projectId: projectOf(record, sandbox),
    baseUrl: baseUrl ?? sandbox?.url ?? '',
    credentials: {
      client: credential('client'),
      server: credential('server'),
      admin: credential('admin'),
      owner: owner && shownOwner(owner),
    },
    release: detected?.release ?? null,
    features: detected?.features ?? null,
    ...uncheckedHostOf(record),
  };
}

/** Returns the host that must be checked or confirmed before it receives the record's secret keys. */
function uncheckedHostOf(record: ConnectionRecord): Pick<Connection, 'uncheckedHost'> {
  const { baseUrl, keys } = record;
  const hasSecret = keys.server !== undefined || keys.admin !== undefined;
  return baseUrl === null || !hasSecret || isServerChecked(record) ? {} : { uncheckedHost: hostOfServer(baseUrl) };
}

const sandboxKeys = {
  client: 'publishable_client_key',
  server: 'secret_server_key',
  admin: 'super_secret_admin_key',
} as const satisfies Record<KeyKind, string>;

function shownOwner({ formerAccountId: _stored, ...owner }: NonNullable<ConnectionRecord['owner']>): OwnerCredential {
  return owner;
}
