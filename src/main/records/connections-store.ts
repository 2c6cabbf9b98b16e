/** The content of the connections file as this process knows it, kept up to date with changes of this and other processes. */
import { isDeepStrictEqual } from 'node:util';
import { fail } from '#contract/errors.ts';
import { maxConnections } from '#contract/limits.ts';
import type { SecretStore } from '../ports/ports';
import type { JsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { withoutItems, withPendingCleanup } from './connection-changes';
import { type ConnectionRecord, type ConnectionsData, noConnections, type StoredKey } from './connections-file';
import { destinationOfRecord } from './destination';
import { type KeyChange, type KeyKind, keyKinds } from './draft';

export type ChangeData = (edit: (now: ConnectionsData) => ConnectionsData) => Promise<void>;

export interface ConnectionsStore {
  get(): ConnectionsData;
  /** Reads the file. Marks the secrets of changes that a crash left unfinished as to be removed. */
  load(): Promise<void>;
  /** Reads the file again, after another process may have changed it. */
  reload(): Promise<void>;
  /** Changes the file's current content. Throws `too-many-connections`. */
  readonly change: ChangeData;
}

export interface ConnectionsStoreDeps {
  readonly file: JsonFile<ConnectionsData>;
  readonly onChange: () => void;
  /** Deletes the data of the connection's former destination. Runs before this process applies that it points elsewhere, and after. */
  readonly leave: (connectionId: string) => Promise<unknown>;
}

/** Creates the store. It has no connections before `load`. */
export function createConnectionsStore({ file, onChange, leave }: ConnectionsStoreDeps): ConnectionsStore {
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
  return {
    get: () => data,
    load: () =>
      inTurn(async () => {
        const found = await file.read();
        data = found.adding.length === 0 ? found : await file.update((now) => withPendingCleanup(now, now.adding));
        onChange();
      }),
    reload: () =>
      inTurn(async () => {
        const found = await file.read();
        // The watcher reports changes of this process as well.
        if (!isDeepStrictEqual(found, data)) await takeOver(found);
      }),
    change: (edit) => inTurn(async () => takeOver(await file.update((now) => withinLimit(now, edit(now))))),
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

/** Keys of connections in the secret store. */
type StoredKeys = { readonly [K in KeyKind]?: StoredKey | null };

/** Minimum length of a key whose last four characters are shown: of a shorter one they would reveal too much. */
const minLengthWithEnding = 20;

/** Returns the last four characters of a key, or null if they must not be shown. */
export function endingOf(key: string): string | null {
  return key.length < minLengthWithEnding ? null : key.slice(-4);
}

/** Returns a new item of the secret store for each key that a change contains. */
export function itemsFor(keys: KeyChange, newId: () => string): ReadonlyMap<KeyKind, string> {
  return new Map(keyKinds.filter((kind) => typeof keys[kind] === 'string').map((kind) => [kind, `key/${newId()}`]));
}

/** Stores the keys in the items. Returns what the record refers to, with null for a key that the change removes. */
export async function storeKeys(
  secrets: Pick<SecretStore, 'set'>,
  keys: KeyChange,
  items: ReadonlyMap<KeyKind, string>,
): Promise<StoredKeys> {
  const stored: { [K in KeyKind]?: StoredKey | null } = {};
  for (const kind of keyKinds) {
    const key = keys[kind];
    const item = items.get(kind);
    if (key === null) stored[kind] = null;
    if (typeof key !== 'string' || item === undefined) continue;
    await secrets.set(item, key);
    stored[kind] = { item, ending: endingOf(key) };
  }
  return stored;
}

/** Returns the keys of a record after a change. */
export function mergeKeys(known: ConnectionRecord['keys'], stored: StoredKeys): ConnectionRecord['keys'] {
  const all = { ...known, ...stored };
  return Object.fromEntries(Object.entries(all).filter(([, key]) => key !== null && key !== undefined));
}

/** Removes secrets and their entries in the file. If the keychain is locked or the disk is full, the next start does that. */
export async function removeSecrets(secrets: Pick<SecretStore, 'delete'>, change: ChangeData, items: readonly string[]): Promise<void> {
  for (const item of items) {
    const isDeleted = await secrets.delete(item).then(
      () => true,
      () => false,
    );
    await change((now) => (isDeleted ? withoutItems(now, [item]) : withPendingCleanup(now, [item]))).catch(() => undefined);
  }
}
