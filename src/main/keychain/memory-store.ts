/** A secret store in memory, whose items are lost when the process exits. */
import type { SecretStore } from '../ports';

/** Creates a store for machines without a keychain and for tests. */
export function createMemoryStore(): SecretStore {
  const items = new Map<string, string>();
  return {
    kind: 'memory',
    get: async (key) => items.get(key) ?? null,
    set: async (key, value) => void items.set(key, value),
    delete: async (key) => void items.delete(key),
  };
}
