/** One interface for the two keychain libraries, with workarounds for locked keyrings. Used in the worker process only. */
import { canaryItem, type KeychainFault, type ProviderName } from '#contract/workers/keychain.ts';

/** One application's items in the system keychain. Rejects with the library's errors, which `faultOf` maps to codes. */
export interface KeychainProvider {
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  delete(item: string): Promise<void>;
}

/** Loads a library. Rejects when it is not installed or cannot run on this machine. */
export async function loadProvider(name: ProviderName, service: string): Promise<KeychainProvider> {
  return withLockDetection(await (name === 'keytar' ? loadKeytar(service) : loadNapiKeyring(service)));
}

/** A library whose `delete` returns whether the item existed. */
interface Library {
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  delete(item: string): Promise<boolean>;
}

/**
 * Detects locked keyrings. Items of a locked keyring may seem to be missing; only writing always fails. Writing may also prompt the user
 * to unlock the keyring, so the item is then requested again.
 */
function withLockDetection(library: Library): KeychainProvider {
  const assertUnlocked = () => library.set(canaryItem, '1');
  return {
    set: library.set,
    async get(item) {
      const value = await library.get(item);
      if (value !== null) return value;
      await assertUnlocked();
      return library.get(item);
    },
    async delete(item) {
      if (await library.delete(item)) return;
      await assertUnlocked();
      await library.delete(item);
    },
  };
}

async function loadNapiKeyring(service: string): Promise<Library> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Without a store, the library would fall back to the kernel keyring, which does not survive a restart.
  const entry = (item: string) => new AsyncEntry(service, item, { linux: { store: 'secret-service' } });
  return {
    get: async (item) => (await entry(item).getPassword()) ?? null,
    set: (item, value) => entry(item).setPassword(value),
    delete: (item) => entry(item).deletePassword(),
  };
}

async function loadKeytar(service: string): Promise<Library> {
  const { default: keytar } = await import('keytar');
  return {
    get: (item) => keytar.getPassword(service, item),
    set: (item, value) => keytar.setPassword(service, item, value),
    delete: (item) => keytar.deletePassword(service, item),
  };
}

const patterns: readonly (readonly [RegExp, KeychainFault])[] = [
  [/locked|prompt was dismissed|user interaction is not allowed|errSecInteractionNotAllowed/i, 'keychain-locked'],
  [/denied|not permitted|user canceled|authorization|errSecAuthFailed|-25293|-128\b/i, 'keychain-denied'],
  [/too (long|large|big)|exceeds|stub received bad data|1783/i, 'keychain-full'],
  [/corrupt|not UTF-8|invalid utf|bad encoding|decrypt/i, 'keychain-corrupt'],
];

/** Returns the fault of a library's error. An unknown error means an absent keychain, never a missing item. */
export function faultOf(thrown: unknown): KeychainFault {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'keychain-absent';
}
