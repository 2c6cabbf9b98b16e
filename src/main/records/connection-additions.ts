/** Additions of connections: typed, imported, duplicated, opened for a project's owner, and those of the sandbox. */
import type { Account } from '#contract/bridge/accounts.ts';
import type { ConnectionDraft } from '#contract/bridge/connection-draft.ts';
import { fail } from '#contract/errors.ts';
import type { SandboxProcess } from '../runtime/sandbox-process';
import type { Topic } from '../runtime/topics';
import { readAll } from './connection-changes';
import { type ConnectionRegistry, projectOf } from './connection-registry';
import { type ConnectionLookup, recordIn } from './connection-target';
import { type ConnectionRecord, withDefaults } from './connections-file';
import { approveServer, type CheckServer, hasSecretKey, serverOfRecord } from './destination';
import { type CheckedDraft, type CheckedFields, checkDraft, checkProjectId, type KeyChange } from './draft';

/** IDs of the embedded sandbox's connections: to its demo project, and to project `internal`, whose accounts own projects. */
export const sandboxConnectionId = 'sandbox';
export const internalSandboxConnectionId = 'sandbox-internal';

interface OwnedProject {
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

/** Owners of projects, whose session a connection can use instead of keys (wire/flows 15). */
type Owner = NonNullable<ConnectionRecord['owner']>;

/** Returns the owner credential for the user of an account on project `internal`. */
export function ownerOf({ connectionId, userId, displayName, primaryEmail }: Account): Owner {
  return { kind: 'owner', internalConnectionId: connectionId, userId, name: displayName ?? primaryEmail };
}

/** Whether an owner credential is for the user of an account. */
function isOwner({ internalConnectionId, userId }: Owner, account: Account): boolean {
  return account.connectionId === internalConnectionId && account.userId === userId;
}

/** Whether no sign-in can restore the owner: the user is unknown, or the connection to their server was removed or points elsewhere. */
export function isOrphaned(record: ConnectionRecord, records: readonly ConnectionRecord[]): boolean {
  const { owner } = record;
  if (owner === null) return false;
  const internal = records.find(({ id }) => id === owner.internalConnectionId);
  return owner.userId === null || internal === undefined || serverOfRecord(internal) !== serverOfRecord(record);
}

/** Returns the orphaned records on the server that an account is signed in to through project `internal`. */
export function orphansFor(account: Account, records: readonly ConnectionRecord[]): ConnectionRecord[] {
  const internal = records.find(({ id, projectId }) => id === account.connectionId && projectId === 'internal');
  if (internal === undefined) return [];
  return records.filter((record) => serverOfRecord(record) === serverOfRecord(internal) && isOrphaned(record, records));
}

/** Assigns the orphaned records among an account's projects to its user. */
export function withAdopted(records: readonly ConnectionRecord[], account: Account, projectIds: ReadonlySet<string>): ConnectionRecord[] {
  const adopted = new Set(orphansFor(account, records).filter(({ projectId }) => projectIds.has(projectId)));
  return records.map((record) => (adopted.has(record) ? { ...record, owner: ownerOf(account) } : record));
}

/** Replaces owners that older files stored as accounts by their users. Accounts that don't exist yet may be added later. */
export function withFormerAccounts(records: readonly ConnectionRecord[], accounts: readonly Account[]): ConnectionRecord[] {
  return records.map((record) => {
    const former = accounts.find(({ id, connectionId }) => {
      const { formerAccountId, internalConnectionId } = record.owner ?? {};
      return id === formerAccountId && connectionId === internalConnectionId;
    });
    return former === undefined ? record : { ...record, owner: ownerOf(former) };
  });
}

/**
 * Returns the existing record for the same project and server, so that there is one for each owner: that of the same owner, or of another
 * owner who is signed in on the same connection. A record whose owner has signed out is taken over. Undefined if there is none.
 */
export function openedBefore(
  records: readonly ConnectionRecord[],
  wanted: ConnectionRecord & { readonly owner: Owner },
  accounts: readonly Account[],
): ConnectionRecord | undefined {
  const { owner } = wanted;
  const owned = records.flatMap((record) => {
    const isSame = record.projectId === wanted.projectId && serverOfRecord(record) === serverOfRecord(wanted);
    return isSame && record.owner !== null ? [{ record, of: record.owner }] : [];
  });
  const own = owned.find(({ of }) => of.internalConnectionId === owner.internalConnectionId && of.userId === owner.userId);
  if (own !== undefined) return { ...own.record, owner };
  const isSignedIn = (of: Owner) => accounts.some((account) => isOwner(of, account) && account.state !== 'invalid');
  const active = owned.find(({ of }) => of.internalConnectionId === owner.internalConnectionId && isSignedIn(of));
  if (active !== undefined) return active.record;
  const ended = owned.find(({ of }) => !isSignedIn(of));
  return ended && { ...ended.record, owner };
}
