/** Connections in the file and their keys in the secret store, changed together or not at all. */
import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../../contract/errors';
import { maxConnections } from '../../../contract/limits';
import type { SecretStore } from '../../ports';
import type { JsonFile } from '../../storage/json-file';
import { createTaskQueue } from '../../storage/task-queue';
import { withoutItems, withoutRecord, withPendingCleanup, withRecord } from './connection-changes';
import { type ConnectionRecord, type ConnectionsData, noConnections, type StoredKey } from './connections-file';
import { destinationOfRecord } from './destination';
import { type KeyChange, type KeyKind, keyKinds } from './draft';

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
   * Stores the keys, then the record, which is created from the current content of the file. If this fails, nothing has changed.
   * `beforeRecord` runs in between, once the keys are stored, so that other processes see its effects before they see the record.
   */
  put(
    keys: KeyChange,
    make: (records: readonly ConnectionRecord[]) => ConnectionRecord,
    beforeRecord?: () => Promise<unknown>,
  ): Promise<void>;
  /** Removes the connection and its keys. The caller deletes its accounts and then calls `accountsForgotten`. */
  remove(id: string): Promise<void>;
  accountsForgotten(id: string): Promise<void>;
}

export interface RegistryDeps {
  readonly file: JsonFile<ConnectionsData>;
  readonly secrets: SecretStore;
  readonly newId: () => string;
  readonly onChange: () => void;
  /** Deletes the data of the connection's former destination. Runs before this process applies that it points elsewhere, and after. */
  readonly leave: (connectionId: string) => Promise<unknown>;
}

type StoredKeys = { readonly [K in KeyKind]?: StoredKey | null };

/** Minimum length of a key whose last four characters are shown: of a shorter one they would reveal too much. */
const minLengthWithEnding = 20;

/** Maximum number of attempts to store keys: a process that is starting treats an unfinished change as one left by a crash. */
const maxTries = 5;

export function createConnectionRegistry({ file, secrets, newId, onChange, leave }: RegistryDeps): ConnectionRegistry {
  let data = noConnections;
  // Serialized, so that data from before a change of this process isn't applied after it.
  const inTurn = createTaskQueue();
  const takeOver = async (next: ConnectionsData) => {
    const moved = movedConnections(data.connections, next.connections);
    await Promise.allSettled(moved.map((id) => leave(id)));
    data = next;
    onChange();
    // A request to the old destination may have finished in between.
    await Promise.allSettled(moved.map((id) => leave(id)));
  };
  const change = (edit: (now: ConnectionsData) => ConnectionsData) =>
    inTurn(async () => takeOver(await file.update((now) => withinLimit(now, edit(now)))));

  /** Removes secrets and their entries in the file. If the keychain is locked or the disk is full, the next start does that. */
  const clean = async (items: readonly string[]) => {
    for (const item of items) {
      const isDeleted = await secrets.delete(item).then(
        () => true,
        () => false,
      );
      await change((now) => (isDeleted ? withoutItems(now, [item]) : withPendingCleanup(now, [item]))).catch(() => undefined);
    }
  };

  const store = async (keys: KeyChange, items: ReadonlyMap<KeyKind, string>): Promise<StoredKeys> => {
    const stored: { [K in KeyKind]?: StoredKey | null } = {};
    for (const kind of keyKinds) {
      const key = keys[kind];
      const item = items.get(kind);
      if (key === null) stored[kind] = null;
      if (typeof key !== 'string' || item === undefined) continue;
      await secrets.set(item, key);
      stored[kind] = { item, ending: key.length < minLengthWithEnding ? null : key.slice(-4) };
    }
    return stored;
  };

  /** Resolves to false when another process treated the unfinished change as one left by a crash. */
  const tryToPut = async (...[keys, make, beforeRecord]: Parameters<ConnectionRegistry['put']>): Promise<boolean> => {
    const items = new Map(keyKinds.filter((kind) => typeof keys[kind] === 'string').map((kind) => [kind, `key/${newId()}`]));
    const names = [...items.values()];
    let isDone = false;
    let dropped: readonly string[] = [];
    if (names.length > 0) await change((now) => ({ ...now, adding: [...now.adding, ...names] }));
    try {
      const stored = await store(keys, items);
      await beforeRecord?.();
      await change((now) => {
        isDone = names.every((item) => now.adding.includes(item));
        if (!isDone) return now;
        const record = make(now.connections);
        const next = withRecord(now, { ...record, keys: merged(record.keys, stored) });
        dropped = next.leftovers.filter((item) => !now.leftovers.includes(item));
        return next;
      });
    } catch (thrown) {
      await clean(names);
      throw thrown;
    }
    await clean(isDone ? dropped : names);
    return isDone;
  };

  return {
    records: () => data.connections,
    async load() {
      await inTurn(async () => {
        const found = await file.read();
        data = found.adding.length === 0 ? found : await file.update((now) => withPendingCleanup(now, now.adding));
        onChange();
      });
      // Not awaited, because unlocking a keychain can take long.
      void clean(data.leftovers);
      return data.removed;
    },
    reload: () =>
      inTurn(async () => {
        const found = await file.read();
        // The watcher reports changes of this process as well.
        if (!isDeepStrictEqual(found, data)) await takeOver(found);
      }),
    edit: (edit) => change((now) => ({ ...now, connections: edit(now.connections) })),
    async put(...args) {
      for (let tries = 0; tries < maxTries; tries += 1) if (await tryToPut(...args)) return;
      throw fail('profile-busy');
    },
    async remove(id) {
      let dropped: readonly string[] = [];
      await change((now) => {
        const next = withoutRecord(now, id);
        dropped = next.leftovers.filter((item) => !now.leftovers.includes(item));
        return next;
      });
      await clean(dropped);
    },
    accountsForgotten: (id) => change((now) => ({ ...now, removed: now.removed.filter((known) => known !== id) })),
  };
}

/** Returns `next`, or throws `too-many-connections`. A file from an earlier version may already have more and keeps them. */
function withinLimit(now: ConnectionsData, next: ConnectionsData): ConnectionsData {
  const { length } = next.connections;
  if (length > maxConnections && length > now.connections.length) throw fail('too-many-connections');
  return next;
}

function movedConnections(known: readonly ConnectionRecord[], next: readonly ConnectionRecord[]): string[] {
  const places = new Map(known.map((record) => [record.id, destinationOfRecord(record)]));
  return next.filter((record) => places.has(record.id) && places.get(record.id) !== destinationOfRecord(record)).map(({ id }) => id);
}

function merged(known: ConnectionRecord['keys'], stored: StoredKeys): ConnectionRecord['keys'] {
  const all = { ...known, ...stored };
  return Object.fromEntries(Object.entries(all).filter(([, key]) => key !== null && key !== undefined));
}
