/** The connections a person has, and what a call to one of them may use. */
import type { Account } from '../../../contract/bridge/accounts';
import type { ConnectionChange, ConnectionDraft } from '../../../contract/bridge/connection-draft';
import type { Connection } from '../../../contract/bridge/connections';
import { fail } from '../../../contract/errors';
import type { SecretStore } from '../../ports';
import { keysInHand, type ProjectKeys } from '../../remote/project-keys';
import type { Detection } from '../../remote/releases/releases';
import type { Target } from '../../remote/send';
import type { Topic } from '../../runtime/topic';
import type { SandboxProcess } from '../../sandbox/sandbox-process';
import type { JsonFile } from '../../storage/json-file';
import { inOrder, itemsOf } from './connection-changes';
import { createConnectionRegistry } from './connection-registry';
import { type ConnectionTarget, createConnectionTarget } from './connection-target';
import { type ConnectionRecord, type ConnectionsData, withDefaults } from './connections-file';
import { destinationOf, serverOf } from './destination';
import { type CheckedFields, checkChange, checkDraft, checkProjectId, type KeyChange, type KeyKind, keyKinds } from './draft';
import { openedBefore, ownerOf, withAdopted, withFormerAccounts } from './owner';
import { requireKeysForNewServer } from './same-server';
import { projectOf, toConnection } from './to-connection';

/** The embedded sandbox's connections: to its demo project, and to project `internal`, whose accounts own projects. */
export const sandboxConnectionId = 'sandbox';
export const internalSandboxConnectionId = 'sandbox-internal';

/** What a person decides about a connection beside its credentials. */
export type ConnectionDisplay = Partial<Pick<ConnectionRecord, 'name' | 'pinned' | 'group'>>;

export interface Connections {
  /** Reads the file. Until then there are none. Answers removed connections whose accounts are still to be forgotten. */
  load(): Promise<readonly string[]>;
  has(id: string): boolean;
  /** Fails with `unknown-connection`. */
  find(id: string): ConnectionRecord;
  records(): readonly ConnectionRecord[];
  /** The target of the record that the connection has at the time of the call. Fails with `unknown-connection`, and like `targetOf`. */
  target(id: string): Promise<ConnectionTarget>;
  /** The target of a record, for callers that have checked it. Fails with `sandbox-stopped` while the sandbox neither runs nor starts. */
  targetOf(record: ConnectionRecord): Promise<ConnectionTarget>;
  addSandbox(name: string, projectId: string, id?: string): Promise<void>;
  /** Adds a connection and returns its ID. Fails with the codes of a draft, and with `too-many-connections`, as all that add one do. */
  add(draft: ConnectionDraft): Promise<string>;
  /** Returns the ID of the connection that opens a project by its owner's session, which is added where there is none. */
  openOwned(owned: OwnedProject): Promise<string>;
  /** Finds the users of the accounts that older files named as owners. */
  nameOwners(accounts: readonly Account[]): Promise<void>;
  /** Gives connections that have lost their owner to the user of an account who owns their projects. */
  adoptOwned(account: Account, projectIds: ReadonlySet<string>): Promise<void>;
  /** Adds what is chosen in view of what is there at that moment, without keys, as an import does; answers the new ids. */
  addAll(choose: (records: readonly ConnectionRecord[]) => readonly CheckedFields[]): Promise<string[]>;
  /** What a test uses: the connection as it is, as a draft would make it, or the draft alone. */
  testTarget(asked: { id?: string; draft?: ConnectionChange }): Promise<ConnectionTarget>;
  /**
   * Fails with the codes of `connection-draft`; with `keys-needed-again` where held keys would go to another server; with
   * `connection-changed` where it points elsewhere since the change was requested. Its accounts are forgotten before it points to
   * another server or project, and not before the new keys are stored.
   */
  edit(id: string, change: ConnectionChange): Promise<void>;
  updateDisplay(id: string, looks: ConnectionDisplay): Promise<void>;
  duplicate(id: string): Promise<string>;
  reorder(ids: readonly string[]): Promise<void>;
  /**
   * Remembers what was found at a target; false, and nothing is remembered, when the connection has another destination or other
   * kinds of keys by now.
   */
  detected(id: string, found: Detection, target: Target): Promise<boolean>;
  remove(id: string): Promise<void>;
  accountsForgotten(id: string): Promise<void>;
  /**
   * Runs `task` when a connection leaves the server or project that it pointed to: before the new destination is stored, before this
   * process applies a change by another process, and after it.
   */
  onLeave(task: (id: string) => Promise<unknown>): void;
  /** Pushes the connections again, after the sandbox started or stopped. */
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
  /** Calls back when another process changed the file. */
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

  /** Keys that only the memory of another process held are not here. */
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
        stored === null ? { baseUrl: '', projectId: '', keys: {} } : await targetOf(stored);
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
        if (serverOf(found(records, internalConnectionId)) !== serverOf(internal)) throw fail('connection-changed');
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
    async updateDisplay(id, looks) {
      find(id);
      await registry.edit((records) => records.map((record) => (record.id === id ? { ...record, ...looks } : record)));
    },
    async duplicate(id) {
      const original = own(id);
      const { keys } = await targetOf(original);
      return add({ ...original, id: newId(), keys: {} }, await readAll(keys));
    },
    reorder: (ids) => registry.edit((records) => inOrder(records, ids)),
    async detected(id, detected, target) {
      const isMeant = (record: ConnectionRecord) => record.id === id && isAsIn(target, record);
      let isStored = false;
      // Runs again where another process took the lock over.
      await registry.edit((records) => {
        isStored = records.some(isMeant);
        return records.map((record) => (isMeant(record) ? { ...record, detected } : record));
      });
      return isStored;
    },
    async remove(id) {
      const [item] = itemsOf(find(id));
      // First, so that a keychain that is locked leaves everything as it was.
      if (item !== undefined) await secrets.get(item);
      await registry.remove(id);
    },
    accountsForgotten: registry.accountsForgotten,
  };
}

/**
 * The record as a change makes it, which a window or another process may have changed since: what was given for one server must
 * not be kept for another.
 */
function edited(now: ConnectionRecord, before: ConnectionRecord, fields: Partial<CheckedFields>, keys: KeyChange): ConnectionRecord {
  const isAimed = Object.keys(keys).length > 0 || fields.baseUrl !== undefined || fields.projectId !== undefined;
  if (isAimed && (now.baseUrl !== before.baseUrl || now.projectId !== before.projectId)) throw fail('connection-changed');
  requireKeysForNewServer(now, fields.baseUrl, keys);
  const leadsElsewhere = isOther(fields.projectId, now.projectId) || isOther(fields.baseUrl, now.baseUrl);
  // Some of what a service can do shows only to whoever holds such a key.
  const knowsMore = keyKinds.some((kind) => typeof keys[kind] === 'string' && now.keys[kind] === undefined);
  return { ...now, ...fields, detected: leadsElsewhere || knowsMore ? null : now.detected };
}

function isOther(next: string | undefined, known: string | null): boolean {
  return next !== undefined && next !== known;
}

/** Whether a target was made of a record that pointed to the same place with keys of the same kinds. A sandbox has every kind. */
function isAsIn(target: Target, record: ConnectionRecord): boolean {
  const hasSameKeys = keyKinds.every((kind) => (record.keys[kind] === undefined) === (target.keys[kind] === undefined));
  return target.destination === destinationOf(record) && (record.kind === 'sandbox' || hasSameKeys);
}

/** Where the sandbox leads is its own to say. */
function assertDisplayOnly({ baseUrl, projectId, keys }: ConnectionChange): void {
  const field = Object.entries({ baseUrl, projectId, keys }).find(([, value]) => value !== undefined)?.[0];
  if (field !== undefined) throw fail('bad-input', { path: field });
}

/** The keys with those that a draft sets in their place, and without those that it removes. */
function withChange(known: ProjectKeys, change: KeyChange): ProjectKeys {
  const kept = Object.entries(known).filter(([kind]) => change[kind as KeyKind] === undefined);
  const typed = Object.entries(change).filter((entry): entry is [KeyKind, string] => typeof entry[1] === 'string');
  return { ...Object.fromEntries(kept), ...keysInHand(Object.fromEntries(typed)) };
}

async function readAll(keys: ProjectKeys): Promise<KeyChange> {
  const read = await Promise.all(keyKinds.map(async (kind) => [kind, await keys[kind]?.()] as const));
  return Object.fromEntries(read.filter(([, key]) => typeof key === 'string'));
}
