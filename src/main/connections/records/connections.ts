/** The user's connections, and the targets of their calls. */
import type { Account } from '../../../contract/bridge/accounts';
import type { ConnectionChange, ConnectionDraft } from '../../../contract/bridge/connection-draft';
import type { Connection, MovedConnection } from '../../../contract/bridge/connections';
import { fail } from '../../../contract/errors';
import type { SecretStore } from '../../ports';
import type { Detection } from '../../remote/releases/releases';
import type { Target } from '../../remote/send';
import type { Topic } from '../../runtime/topic';
import type { SandboxProcess } from '../../sandbox/sandbox-process';
import type { JsonFile } from '../../storage/json-file';
import { inOrder, itemsOf, withMoved } from './connection-changes';
import { assertDisplayOnly, edited, isAsIn, isOther, readAll, withChange } from './connection-edits';
import { createConnectionRegistry } from './connection-registry';
import { type ConnectionTarget, createConnectionTarget } from './connection-target';
import { type ConnectionRecord, type ConnectionsData, withDefaults } from './connections-file';
import { destinationOfRecord, serverOfRecord } from './destination';
import { type CheckedFields, checkChange, checkDraft, checkProjectId, type KeyChange } from './draft';
import { openedBefore, ownerOf, withAdopted, withFormerAccounts } from './owner';
import type { DestinationOf } from './place';
import { requireKeysForNewServer } from './same-server';
import { projectOf, toConnection } from './to-connection';

/** IDs of the embedded sandbox's connections: to its demo project, and to project `internal`, whose accounts own projects. */
export const sandboxConnectionId = 'sandbox';
export const internalSandboxConnectionId = 'sandbox-internal';

/** Display options that the user chooses. */
export type ConnectionDisplay = Partial<Pick<ConnectionRecord, 'name' | 'pinned' | 'group'>>;

export interface Connections {
  /**
   * Reads the file; until then there are no connections. Returns the IDs of removed connections whose accounts still have to be deleted.
   */
  load(): Promise<readonly string[]>;
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
  addSandbox(name: string, projectId: string, id?: string): Promise<void>;
  /** Adds a connection and returns its ID. Throws the codes of `checkDraft`, and `too-many-connections`, like all methods that add one. */
  add(draft: ConnectionDraft): Promise<string>;
  /** Returns the ID of the connection that uses the session of a project's owner. Adds it if there is none. */
  openOwned(owned: OwnedProject): Promise<string>;
  /** Sets the users of owners that older files stored as accounts. */
  nameOwners(accounts: readonly Account[]): Promise<void>;
  /** Assigns connections that have lost their owner to the user of an account who owns their projects. */
  adoptOwned(account: Account, projectIds: ReadonlySet<string>): Promise<void>;
  /** Adds the connections that `choose` returns for the current records, without keys, as an import does. Returns the new IDs. */
  addAll(choose: (records: readonly ConnectionRecord[]) => readonly CheckedFields[]): Promise<string[]>;
  /** Returns the target of a test: the stored connection, the stored connection with a draft applied, or the draft alone. */
  testTarget(options: { id?: string; draft?: ConnectionChange }): Promise<ConnectionTarget>;
  /**
   * Changes a connection. Throws the codes of `checkChange`; `keys-needed-again` if stored keys would be sent to another server;
   * `connection-changed` if it was pointed elsewhere in the meantime. Its accounts are deleted before it points to another server or
   * project, but only after the new keys are stored.
   */
  edit(id: string, change: ConnectionChange): Promise<void>;
  updateDisplay(id: string, display: ConnectionDisplay): Promise<void>;
  duplicate(id: string): Promise<string>;
  /** Changes the order, and the display of the connection that was moved, in one write. */
  arrange(ids: readonly string[], moved?: MovedConnection): Promise<void>;
  /**
   * Stores the result of a detection. Returns false and stores nothing when the connection has another destination or other kinds of keys
   * than the target.
   */
  detected(id: string, found: Detection, target: Pick<Target, 'destination' | 'keys'>): Promise<boolean>;
  remove(id: string): Promise<void>;
  accountsForgotten(id: string): Promise<void>;
  /**
   * Runs `task` when a connection is pointed to another server or project: before the new destination is stored, before this process
   * applies a change by another process, and after it.
   */
  onLeave(task: (id: string) => Promise<unknown>): void;
  /** Publishes the connections again, after the sandbox started or stopped. */
  publish(): void;
}

export interface OwnedProject {
  readonly internalConnectionId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
}

type NewFields = Omit<CheckedFields, 'baseUrl'> & { readonly baseUrl: string | null };

export interface ConnectionsDeps {
  readonly file: JsonFile<ConnectionsData>;
  readonly secrets: SecretStore;
  readonly sandbox: SandboxProcess;
  readonly topic: Topic<Connection[]>;
  /** Registers a listener for changes of the file by another process. */
  readonly onFileChange: (listener: () => void) => void;
  readonly newId: () => string;
  readonly accounts: () => readonly Account[];
}

export function createConnections(deps: ConnectionsDeps): Connections {
  const { file, secrets, sandbox, topic, newId } = deps;
  const leaving: ((id: string) => Promise<unknown>)[] = [];
  const leave = (id: string) => Promise.all(leaving.map((task) => task(id)));
  const lost = new Set<string>();

  const publish = () => topic.set(registry.records().map((record) => toConnection(record, sandbox.ready, lost)));
  const registry = createConnectionRegistry({ file, secrets, newId, onChange: publish, leave });

  const found = (records: readonly ConnectionRecord[], id: string): ConnectionRecord => {
    const record = records.find((known) => known.id === id);
    if (record === undefined) throw fail('unknown-connection');
    return record;
  };
  const find = (id: string) => found(registry.records(), id);

  const own = (id: string): ConnectionRecord => {
    const record = find(id);
    if (record.kind === 'sandbox') throw fail('bad-input', { path: 'id' });
    return record;
  };

  /** Finds keys that are missing, because they were stored in the memory of another process. */
  const noteLost = async (): Promise<void> => {
    if (secrets.kind !== 'memory') return;
    for (const item of registry.records().flatMap(itemsOf)) if ((await secrets.get(item)) === null) lost.add(item);
    publish();
  };

  const targetOf = createConnectionTarget({
    secrets,
    sandbox,
    recordNow: (id) => registry.records().find((known) => known.id === id),
  });

  const fresh = (fields: NewFields): ConnectionRecord => ({
    ...fields,
    id: newId(),
    kind: 'project',
    pinned: false,
    keys: {},
    owner: null,
    detected: null,
  });
  const add = async (record: ConnectionRecord, keys: KeyChange): Promise<string> => {
    await registry.put(keys, () => record);
    return record.id;
  };

  return {
    publish,
    onLeave: (task) => void leaving.push(task),
    find,
    records: registry.records,
    has: (id) => registry.records().some((known) => known.id === id),
    destinationOf(id) {
      const record = registry.records().find((known) => known.id === id);
      return record === undefined ? null : destinationOfRecord(record);
    },
    handlerBaseOf: (id) => find(id).handlerBase,
    async load() {
      const removed = await registry.load();
      deps.onFileChange(
        () =>
          void registry
            .reload()
            .then(noteLost)
            .catch(() => undefined),
      );
      await noteLost();
      return removed;
    },
    targetOf,
    target: async (id) => targetOf(find(id)),
    async testTarget({ id, draft = {} }) {
      const stored = id === undefined ? null : find(id);
      if (stored?.kind === 'sandbox') assertDisplayOnly(draft);
      const { fields, keys } = checkChange(draft, stored?.baseUrl ?? null);
      if (stored !== null) requireKeysForNewServer(stored, fields.baseUrl, keys);
      const { storedFeatures: _ofTheRecord, ...known }: ConnectionTarget =
        stored === null ? { isComplete: false, baseUrl: '', projectId: '', keys: {} } : await targetOf(stored);
      return {
        ...known,
        baseUrl: fields.baseUrl ?? known.baseUrl,
        projectId: fields.projectId ?? known.projectId,
        keys: withChange(known.keys, keys),
      };
    },
    addSandbox: (name, projectId, sandboxId = sandboxConnectionId) =>
      registry.put({}, (records) => {
        const known = records.find(({ id }) => id === sandboxId);
        const first = { id: sandboxId, kind: 'sandbox', name, baseUrl: null, projectId, environment: 'development' } as const;
        return known ? { ...known, name, projectId } : withDefaults(first);
      }),
    async add(draft) {
      const { fields, keys } = checkDraft(draft);
      return add(fresh(fields), keys);
    },
    async openOwned({ internalConnectionId, accountId, projectId, name }) {
      const internal = find(internalConnectionId);
      if (projectOf(internal, sandbox.ready) !== 'internal') throw fail('bad-input', { path: 'internalConnectionId' });
      const account = deps.accounts().find(({ id, connectionId }) => id === accountId && connectionId === internalConnectionId);
      if (account === undefined) throw fail('unknown-account');
      const { baseUrl, environment, colour, handlerBase, safety, group } = internal;
      const fields = { name, baseUrl, projectId: checkProjectId(projectId), environment, colour, handlerBase, safety, group };
      const created = { ...fresh(fields), owner: ownerOf(account) };
      let opened: ConnectionRecord = created;
      await registry.put({}, (records) => {
        if (serverOfRecord(found(records, internalConnectionId)) !== serverOfRecord(internal)) throw fail('connection-changed');
        opened = openedBefore(records, created, deps.accounts()) ?? created;
        return opened;
      });
      return opened.id;
    },
    nameOwners: (accounts) => registry.edit((records) => withFormerAccounts(records, accounts)),
    adoptOwned: (account, projectIds) => registry.edit((records) => withAdopted(records, account, projectIds)),
    async addAll(choose) {
      let added: readonly ConnectionRecord[] = [];
      await registry.edit((records) => {
        added = choose(records).map((fields) => fresh(fields));
        return [...records, ...added];
      });
      return added.map(({ id }) => id);
    },
    async edit(id, change) {
      const before = find(id);
      if (before.kind === 'sandbox') assertDisplayOnly(change);
      const { fields, keys } = checkChange(change, before.baseUrl);
      const leaves = requireKeysForNewServer(before, fields.baseUrl, keys) || isOther(fields.projectId, before.projectId);
      await registry.put(keys, (records) => edited(found(records, id), before, fields, keys), leaves ? () => leave(id) : undefined);
    },
    async updateDisplay(id, display) {
      find(id);
      await registry.edit((records) => records.map((record) => (record.id === id ? { ...record, ...display } : record)));
    },
    async duplicate(id) {
      const original = own(id);
      const { keys } = await targetOf(original);
      return add({ ...original, id: newId(), keys: {} }, await readAll(keys));
    },
    arrange: (ids, moved) => registry.edit((records) => inOrder(withMoved(records, moved), ids)),
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
    accountsForgotten: registry.accountsForgotten,
  };
}
