/** A secret store in memory, whose items are lost when the process exits. */
import type { SecretStore } from '../ports/ports';

export interface MemoryStore extends SecretStore {
  items(): ReadonlyMap<string, string>;
}

/** Creates a store for machines without a keychain and for tests. */
export function createMemoryStore(first: Iterable<readonly [string, string]> = []): MemoryStore {
  const items = new Map<string, string>(first);
  return {
    kind: 'memory',
    items: () => items,
    get: async (key) => items.get(key) ?? null,
    set: async (key, value) => void items.set(key, value),
    delete: async (key) => void items.delete(key),
  };
}
