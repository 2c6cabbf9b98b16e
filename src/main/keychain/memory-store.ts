/** Secrets kept in memory only: gone when the program ends. */
import type { SecretStore } from '../ports';

/** A store for machines without a keychain and for tests. */
export function createMemoryStore(): SecretStore {
  const items = new Map<string, string>();
  return {
    kind: 'memory',
    get: async (key) => items.get(key) ?? null,
    set: async (key, value) => void items.set(key, value),
    delete: async (key) => void items.delete(key),
  };
}
