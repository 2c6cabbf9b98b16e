/** Keys of connections in the secret store. */
import type { SecretStore } from '../../ports';
import { withoutItems, withPendingCleanup } from './connection-changes';
import type { ConnectionRecord, StoredKey } from './connections-file';
import type { ChangeData } from './connections-store';
import { type KeyChange, type KeyKind, keyKinds } from './draft';

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
