/** The user's connections, and the targets of their calls. */

import { join } from 'node:path';
import type { Account } from '#contract/bridge/accounts.ts';
import type { ConnectionChange } from '#contract/bridge/connection-draft.ts';
import type { Connection, MovedConnection } from '#contract/bridge/connections.ts';
import { fail } from '#contract/errors.ts';
import { type WatchKind, withWatchRule } from '#contract/watch/rules.ts';
import type { Ports, SecretStore } from '../ports/ports';
import { checkService } from '../remote/check-service';
import type { Detection } from '../remote/releases/releases';
import type { Target } from '../remote/send';
import type { Runtime } from '../runtime/create-runtime';
import { shareCalls } from '../runtime/pending';
import type { SandboxProcess } from '../runtime/sandbox-process';
import type { Topic } from '../runtime/topics';
import { createAssertMayAdd, type PolicyService } from '../settings/policy';
import type { JsonFile } from '../storage/json-file';
import { watchFile } from '../storage/watch-file';
import { type ConnectionAdditions, createConnectionAdditions, withAdopted, withFormerAccounts } from './connection-additions';
import { assertDisplayOnly, edited, inOrder, isAsIn, isOther, itemsOf, needsCheck, withMoved } from './connection-changes';
import { type ConnectionRegistry, createConnectionRegistry, toConnection } from './connection-registry';
import { type ConnectionLookup, createConnectionLookup, createConnectionTarget, recordIn } from './connection-target';
import { type ConnectionRecord, type ConnectionsData, connectionsFile, connectionsFileName } from './connections-file';
import { approveServer, type CheckServer, hostOfServer, requireKeysForNewServer, withCheckedServer } from './destination';
import { checkChange } from './draft';

export interface Connections extends ConnectionLookup, ConnectionAdditions, ConnectionUpdates {
  /**
   * Reads the file; until then there are no connections. Returns the IDs of removed connections whose accounts still have to be deleted.
   */
  load(): Promise<readonly string[]>;
  accountsForgotten(id: string): Promise<void>;
  /** Whether a connection to this server may be added. */
  mayAdd(baseUrl: string): boolean;
  /**
   * Runs `task` when a connection is pointed to another server or project: before the new destination is stored, before this process
   * applies a change by another process, and after it.
   */
  onLeave(task: (id: string) => Promise<unknown>): void;
  /** Publishes the connections again, after the sandbox started or stopped. */
  publish(): void;
}

export interface ConnectionsDeps {
  readonly file: JsonFile<ConnectionsData>;
  readonly secrets: SecretStore;
  readonly sandbox: SandboxProcess;
  readonly topic: Topic<Connection[]>;
  /** Registers a listener for changes of the file by another process. */
  readonly onFileChange: (listener: () => void) => void;
  readonly newId: () => string;
  readonly policy: Pick<PolicyService, 'mayAdd'>;
  readonly accounts: Pick<Topic<readonly Account[]>, 'get'>;
  readonly checkServer: CheckServer;
}

/** Creates the connections, none until `load`. */
export function createConnections(deps: ConnectionsDeps): Connections {
  const { file, secrets, sandbox, topic, onFileChange, newId, policy, accounts } = deps;
  const checkServer = shareCalls(deps.checkServer);
  const leaving: ((id: string) => Promise<unknown>)[] = [];
  const leave = (id: string) => Promise.all(leaving.map((task) => task(id)));
  const lost = new Set<string>();
  const publish = () => topic.set(registry.records().map((record) => toConnection(record, sandbox.ready, lost)));
  const registry = createConnectionRegistry({ file, secrets, newId, assertMayAdd: createAssertMayAdd(policy), onChange: publish, leave });
  const recordNow = (id: string) => registry.records().find((known) => known.id === id);
  const lookup = createConnectionLookup(
    registry.records,
    createConnectionTarget({
      secrets,
      sandbox,
      recordNow,
      checkServer,
      markChecked: (baseUrl) => registry.edit((records) => withCheckedServer(records, baseUrl)),
    }),
  );

  /** Finds keys that are missing, because they were stored in the memory of another process. */
  const noteLost = async (): Promise<void> => {
    if (secrets.kind !== 'memory') return;
    for (const item of registry.records().flatMap(itemsOf)) if ((await secrets.get(item)) === null) lost.add(item);
    publish();
  };
  const reload = () => {
    const reloading = registry.reload().then(noteLost);
    reloading.catch(() => undefined);
  };

  return {
    ...lookup,
    ...createConnectionAdditions({ registry, lookup, sandbox, accounts, newId, checkServer }),
    ...createConnectionUpdates({ registry, lookup, secrets, leave, checkServer }),
    publish,
    onLeave: (task) => void leaving.push(task),
    accountsForgotten: registry.accountsForgotten,
    mayAdd: policy.mayAdd,
    async load() {
      const removed = await registry.load();
      onFileChange(reload);
      await noteLost();
      return removed;
    },
  };
}

/** Display options that the user chooses. */
type ConnectionDisplay = Partial<Pick<ConnectionRecord, 'name' | 'pinned' | 'group'>>;

interface ConnectionUpdates {
  /**
   * Changes a connection. Throws the codes of `checkChange`; `keys-needed-again` if stored keys would be sent to another server; those of
   * `approveServer`; `connection-changed` if it was pointed elsewhere in the meantime. Its accounts are deleted before it points to another server or
   * project, but only after the new keys are stored.
   */
  edit(id: string, change: ConnectionChange, confirmedHost?: string): Promise<void>;
  /**
   * Allows a connection's keys to be sent to its server, though that doesn't respond as the service does. Throws `connection-changed` if it
   * has another host than the one that the user confirmed.
   */
  confirmServer(id: string, host: string): Promise<void>;
  updateDisplay(id: string, display: ConnectionDisplay): Promise<void>;
  /** Sets what the watch looks for at a connection; null follows the settings. */
  setWatchRule(id: string, kind: WatchKind, rule: boolean | null): Promise<void>;
  /** Changes the order, and the display of the connection that was moved, in one write. */
  arrange(ids: readonly string[], moved?: MovedConnection): Promise<void>;
  /** Sets the users of owners that older files stored as accounts. */
  nameOwners(accounts: readonly Account[]): Promise<void>;
  /** Assigns connections that have lost their owner to the user of an account who owns their projects. */
  adoptOwned(account: Account, projectIds: ReadonlySet<string>): Promise<void>;
  /**
   * Stores the result of a detection. Returns false and stores nothing when the connection has another destination or other kinds of keys
   * than the target.
   */
  detected(id: string, found: Detection, target: Pick<Target, 'destination' | 'keys'>): Promise<boolean>;
  remove(id: string): Promise<void>;
}

interface ConnectionUpdatesDeps {
  readonly registry: ConnectionRegistry;
  readonly lookup: ConnectionLookup;
  readonly secrets: SecretStore;
  /** Runs before a connection's new destination is stored. */
  readonly leave: (id: string) => Promise<unknown>;
  readonly checkServer: CheckServer;
}

function createConnectionUpdates(deps: ConnectionUpdatesDeps): ConnectionUpdates {
  const { registry, lookup, secrets, leave, checkServer } = deps;
  const { find } = lookup;
  return {
    async edit(id, change, confirmedHost) {
      const before = find(id);
      if (before.kind === 'sandbox') assertDisplayOnly(change);
      const { fields, keys } = checkChange(change, before.baseUrl);
      const leaves = requireKeysForNewServer(before, fields.baseUrl, keys) || isOther(fields.projectId, before.projectId);
      const baseUrl = fields.baseUrl ?? before.baseUrl;
      const isApproved = baseUrl !== null && needsCheck(before, fields, keys) && (await approveServer(checkServer, baseUrl, confirmedHost));
      const make = (records: readonly ConnectionRecord[]) => edited(recordIn(records, id), before, fields, keys, isApproved);
      await registry.put(keys, make, leaves ? () => leave(id) : undefined);
    },
    async confirmServer(id, host) {
      await registry.edit((records) => {
        const { baseUrl } = recordIn(records, id);
        if (baseUrl === null || hostOfServer(baseUrl) !== host) throw fail('connection-changed');
        return withCheckedServer(records, baseUrl);
      });
    },
    async setWatchRule(id, kind, rule) {
      find(id);
      const change = (record: ConnectionRecord) => ({ ...record, watchRules: withWatchRule(record.watchRules, kind, rule) });
      await registry.edit((records) => records.map((record) => (record.id === id ? change(record) : record)));
    },
    async updateDisplay(id, display) {
      find(id);
      await registry.edit((records) => records.map((record) => (record.id === id ? { ...record, ...display } : record)));
    },
    arrange: (ids, moved) => registry.edit((records) => inOrder(withMoved(records, moved), ids)),
    nameOwners: (accounts) => registry.edit((records) => withFormerAccounts(records, accounts)),
    adoptOwned: (account, projectIds) => registry.edit((records) => withAdopted(records, account, projectIds)),
    async detected(id, detected, target) {
      const isMeant = (record: ConnectionRecord) => record.id === id && isAsIn(target, record);
      let isStored = false;
      // The change runs again if another process has taken over the lock.
      await registry.edit((records) => {
        isStored = records.some(isMeant);
        return records.map((record) => (isMeant(record) ? { ...record, detected } : record));
      });
      return isStored;
    },
    async remove(id) {
      const [item] = itemsOf(find(id));
      // Read first, so that a locked keychain fails before anything is changed.
      if (item !== undefined) await secrets.get(item);
      await registry.remove(id);
    },
  };
}

/** The connection records of a profile. */
interface RecordsDeps {
  readonly ports: Pick<Ports, 'clock' | 'profileFolder' | 'transport'>;
  readonly runtime: Pick<Runtime, 'topics' | 'newId' | 'onUnreadableFile'>;
  readonly secrets: SecretStore;
  readonly sandbox: SandboxProcess;
  readonly policy: Pick<PolicyService, 'mayAdd'>;
}

/** Creates the connections that a profile stores. Nothing is read until `load`. */
export function createRecords({ ports, runtime, secrets, sandbox, policy }: RecordsDeps): Connections {
  const { clock, profileFolder, transport } = ports;
  const { topics, newId, onUnreadableFile } = runtime;
  return createConnections({
    file: connectionsFile(profileFolder, clock, onUnreadableFile),
    secrets,
    sandbox,
    topic: topics['connections.list'],
    onFileChange: (listener) => watchFile(join(profileFolder, connectionsFileName), listener),
    newId,
    policy,
    accounts: topics['accounts.list'],
    checkServer: (baseUrl) => checkService(transport, baseUrl),
  });
}
