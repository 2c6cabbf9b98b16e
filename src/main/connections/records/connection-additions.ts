/** Additions of connections: typed, imported, duplicated, opened for a project's owner, and those of the sandbox. */
import type { Account } from '../../../contract/bridge/accounts';
import type { ConnectionDraft } from '../../../contract/bridge/connection-draft';
import { fail } from '../../../contract/errors';
import type { Topic } from '../../runtime/topic';
import type { SandboxProcess } from '../../sandbox/sandbox-process';
import { readAll } from './connection-edits';
import { type ConnectionLookup, recordIn } from './connection-lookup';
import type { ConnectionRegistry } from './connection-registry';
import { type ConnectionRecord, withDefaults } from './connections-file';
import { serverOfRecord } from './destination';
import { type CheckedDraft, type CheckedFields, checkDraft, checkProjectId, type KeyChange } from './draft';
import { openedBefore, ownerOf } from './owner';
import { approveServer, type CheckServer, hasSecretKey } from './server-checks';
import { projectOf } from './to-connection';

/** IDs of the embedded sandbox's connections: to its demo project, and to project `internal`, whose accounts own projects. */
export const sandboxConnectionId = 'sandbox';
export const internalSandboxConnectionId = 'sandbox-internal';

export interface OwnedProject {
  readonly internalConnectionId: string;
  readonly accountId: string;
  readonly projectId: string;
  readonly name: string;
}

export interface ConnectionAdditions {
  addSandbox(name: string, projectId: string, id?: string): Promise<void>;
  /**
   * Adds a connection and returns its ID. Throws the codes of `checkDraft` and of `approveServer`, and `too-many-connections`, like all
   * methods that add one.
   */
  add(draft: ConnectionDraft, confirmedHost?: string): Promise<string>;
  /** Returns the ID of the connection that uses the session of a project's owner. Adds it if there is none. */
  openOwned(owned: OwnedProject): Promise<string>;
  /** Adds the connections that `choose` returns for the current records, without keys, as an import does. Returns the new IDs. */
  addAll(choose: (records: readonly ConnectionRecord[]) => readonly CheckedFields[]): Promise<string[]>;
  /** Adds a connection with its keys, unless `isKnown` returns true for the records at that time. Returns the new ID, or null. */
  addUnless(isKnown: (records: readonly ConnectionRecord[]) => boolean, draft: CheckedDraft): Promise<string | null>;
  duplicate(id: string): Promise<string>;
}

export interface ConnectionAdditionsDeps {
  readonly registry: ConnectionRegistry;
  readonly lookup: ConnectionLookup;
  readonly sandbox: SandboxProcess;
  readonly accounts: Pick<Topic<readonly Account[]>, 'get'>;
  readonly newId: () => string;
  readonly checkServer: CheckServer;
}

type NewFields = Omit<CheckedFields, 'baseUrl'> & { readonly baseUrl: string | null };

/** Creates the additions. */
export function createConnectionAdditions(deps: ConnectionAdditionsDeps): ConnectionAdditions {
  const { registry, lookup, newId, checkServer } = deps;
  const fresh = (fields: NewFields) => newRecord(newId(), fields);
  const add = async (record: ConnectionRecord, keys: KeyChange): Promise<string> => {
    await registry.put(keys, () => record);
    return record.id;
  };
  return {
    addSandbox: (name, projectId, sandboxId = sandboxConnectionId) =>
      registry.put({}, (records) => {
        const known = records.find(({ id }) => id === sandboxId);
        const first = { id: sandboxId, kind: 'sandbox', name, baseUrl: null, projectId, environment: 'development' } as const;
        return known ? { ...known, name, projectId } : withDefaults(first);
      }),
    async add(draft, confirmedHost) {
      const { fields, keys } = checkDraft(draft);
      const serverChecked = hasSecretKey(keys) && (await approveServer(checkServer, fields.baseUrl, confirmedHost));
      return add({ ...fresh(fields), ...(serverChecked ? { serverChecked } : {}) }, keys);
    },
    openOwned: (owned) => openOwned(deps, owned),
    async addAll(choose) {
      let added: readonly ConnectionRecord[] = [];
      await registry.edit((records) => {
        added = choose(records).map((fields) => fresh(fields));
        return [...records, ...added];
      });
      return added.map(({ id }) => id);
    },
    async addUnless(isKnown, { fields, keys }) {
      const record = fresh(fields);
      let isAdded = false;
      await registry.put(keys, (records) => {
        isAdded = !isKnown(records);
        return isAdded ? record : null;
      });
      return isAdded ? record.id : null;
    },
    async duplicate(id) {
      const original = lookup.find(id);
      if (original.kind === 'sandbox') throw fail('bad-input', { path: 'id' });
      const { keys } = await lookup.targetOf(original);
      return add({ ...original, id: newId(), keys: {} }, await readAll(keys));
    },
  };
}

async function openOwned(
  { registry, lookup, sandbox, accounts, newId }: ConnectionAdditionsDeps,
  { internalConnectionId, accountId, projectId, name }: OwnedProject,
): Promise<string> {
  const internal = lookup.find(internalConnectionId);
  if (projectOf(internal, sandbox.ready) !== 'internal') throw fail('bad-input', { path: 'internalConnectionId' });
  const account = accounts.get().value.find(({ id, connectionId }) => id === accountId && connectionId === internalConnectionId);
  if (account === undefined) throw fail('unknown-account');
  if (account.impersonationId !== undefined) throw fail('impersonating');
  const { baseUrl, environment, colour, handlerBase, safety, requirePresence, group } = internal;
  const fields = { name, baseUrl, projectId: checkProjectId(projectId), environment, colour, handlerBase, safety, requirePresence, group };
  const created = { ...newRecord(newId(), fields), owner: ownerOf(account) };
  let opened: ConnectionRecord = created;
  await registry.put({}, (records) => {
    if (serverOfRecord(recordIn(records, internalConnectionId)) !== serverOfRecord(internal)) throw fail('connection-changed');
    opened = openedBefore(records, created, signedIn(accounts.get().value)) ?? created;
    return opened;
  });
  return opened.id;
}

/** Returns the accounts that aren't those of impersonations. */
function signedIn(accounts: readonly Account[]): Account[] {
  return accounts.filter(({ impersonationId }) => impersonationId === undefined);
}

function newRecord(id: string, fields: NewFields): ConnectionRecord {
  return { ...fields, id, kind: 'project', pinned: false, keys: {}, owner: null, detected: null };
}
