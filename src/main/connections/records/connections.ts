/** The user's connections, and the targets of their calls. */
import type { Account } from '../../../contract/bridge/accounts';
import type { Connection } from '../../../contract/bridge/connections';
import type { SecretStore } from '../../ports';
import { shareCalls } from '../../runtime/share-calls';
import type { Topic } from '../../runtime/topic';
import type { SandboxProcess } from '../../sandbox/sandbox-process';
import { createAssertMayAdd, type PolicyService } from '../../settings/policy';
import type { JsonFile } from '../../storage/json-file';
import { type ConnectionAdditions, createConnectionAdditions } from './connection-additions';
import { itemsOf } from './connection-changes';
import { type ConnectionLookup, createConnectionLookup } from './connection-lookup';
import { createConnectionRegistry } from './connection-registry';
import { createConnectionTarget } from './connection-target';
import { type ConnectionUpdates, createConnectionUpdates } from './connection-updates';
import type { ConnectionsData } from './connections-file';
import { type CheckServer, withCheckedServer } from './server-checks';
import { toConnection } from './to-connection';

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
