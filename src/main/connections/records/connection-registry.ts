/** The connections of the file, and their keys in the secret store: changed together, or not at all. */
import { isDeepStrictEqual } from 'node:util';
import { fail } from '../../../contract/errors';
import { maxConnections } from '../../../contract/limits';
import type { SecretStore } from '../../ports';
import type { JsonFile } from '../../storage/json-file';
import { createTaskQueue } from '../../storage/task-queue';
import { withoutItems, withoutRecord, withPendingCleanup, withRecord } from './connection-changes';
import { type ConnectionRecord, type ConnectionsData, noConnections, type StoredKey } from './connections-file';
import { destinationOf } from './destination';
import { type KeyChange, type KeyKind, keyKinds } from './draft';

export interface ConnectionRegistry {
  records(): readonly ConnectionRecord[];
  /** Reads the file, and begins to remove secrets that a crash left behind; answers connections whose accounts it left behind. */
  load(): Promise<readonly string[]>;
  /** Reads the file again, which another process may have changed. */
  reload(): Promise<void>;
  edit(change: (records: readonly ConnectionRecord[]) => ConnectionRecord[]): Promise<void>;
  /**
   * Stores the keys, then the record, which is made of what the file holds at that moment. Either all of it is there
   * afterwards, or everything is as it was. `beforeRecord` runs in between, once the keys are safe, so that other processes see
   * what it does before they see the record.
   */
  put(
    keys: KeyChange,
    make: (records: readonly ConnectionRecord[]) => ConnectionRecord,
    beforeRecord?: () => Promise<unknown>,
  ): Promise<void>;
  /** Forgets the connection and takes its keys away. Its accounts are the caller's, until `accountsForgotten`. */
  remove(id: string): Promise<void>;
  accountsForgotten(id: string): Promise<void>;
}

export interface RegistryDeps {
  readonly file: JsonFile<ConnectionsData>;
  readonly secrets: SecretStore;
  readonly newId: () => string;
  readonly onChange: () => void;
  /** Forgets what belongs to where a connection pointed. Runs before this process takes over that it points elsewhere, and after. */
  readonly leave: (connectionId: string) => Promise<unknown>;
}

type StoredKeys = { readonly [K in KeyKind]?: StoredKey | null };

/** Only keys of this length show their end: four characters of a short one would reveal too much. */
const minLengthWithEnding = 20;

/** Tries to store keys beside processes that are just starting, which take half a change for a crash's. */
const maxTries = 5;

export function createConnectionRegistry({ file, secrets, newId, onChange, leave }: RegistryDeps): ConnectionRegistry {
  let data = noConnections;
  // What was read before a change of our own must not be applied after it.
  const inTurn = createTaskQueue();
  const takeOver = async (next: ConnectionsData) => {
    const moved = movedConnections(data.connections, next.connections);
    await Promise.allSettled(moved.map((id) => leave(id)));
    data = next;
    onChange();
    // What was under way for the old destination may have ended in between.
    await Promise.allSettled(moved.map((id) => leave(id)));
  };
  const change = (edit: (now: ConnectionsData) => ConnectionsData) =>
    inTurn(async () => takeOver(await file.update((now) => withinLimit(now, edit(now)))));

  /** Removes secrets and the memory of them. A keychain that is locked, or a disk that is full, leaves both to the next start. */
  const clean = async (items: readonly string[]) => {
    for (const item of items) {
      const isGone = await secrets.delete(item).then(
        () => true,
        () => false,
      );
      await change((now) => (isGone ? withoutItems(now, [item]) : withPendingCleanup(now, [item]))).catch(() => undefined);
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

  /** False when another process took the half-made change for a crash's. */
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
      // Not waited for: a keychain that asks to be unlocked takes its time.
      void clean(data.leftovers);
      return data.removed;
    },
    reload: () =>
      inTurn(async () => {
        const found = await file.read();
        // What this process wrote itself is heard of as well.
        if (!isDeepStrictEqual(found, data)) await takeOver(found);
      }),
    edit: (edit) => change((now) => ({ ...now, connections: edit(now.connections) })),
    async put(...asked) {
      for (let tries = 0; tries < maxTries; tries += 1) if (await tryToPut(...asked)) return;
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

/** A file that already has more, from an earlier version, may keep them. */
function withinLimit(now: ConnectionsData, next: ConnectionsData): ConnectionsData {
  const { length } = next.connections;
  if (length > maxConnections && length > now.connections.length) throw fail('too-many-connections');
  return next;
}

function movedConnections(known: readonly ConnectionRecord[], next: readonly ConnectionRecord[]): string[] {
  const places = new Map(known.map((record) => [record.id, destinationOf(record)]));
  return next.filter((record) => places.has(record.id) && places.get(record.id) !== destinationOf(record)).map(({ id }) => id);
}

function merged(known: ConnectionRecord['keys'], stored: StoredKeys): ConnectionRecord['keys'] {
  const all = { ...known, ...stored };
  return Object.fromEntries(Object.entries(all).filter(([, key]) => key !== null && key !== undefined));
}
