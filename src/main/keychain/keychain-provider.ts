/** The two keychain libraries behind one face, each with its lies corrected. Used in the worker process only. */
import type { KeychainFault, ProviderName } from '../../contract/workers/keychain';

/** One application's items in the system's keychain. Fails with whatever the library throws; `faultOf` names it. */
export interface KeychainProvider {
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  delete(item: string): Promise<void>;
}

/** Loads a library; fails when it is not installed or cannot run on this machine. */
export async function loadProvider(name: ProviderName, service: string): Promise<KeychainProvider> {
  return withLockDetection(await (name === 'keytar' ? loadKeytar(service) : loadNapiKeyring(service)));
}

/** A library whose `delete` says whether there was such an item. */
interface Library {
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  delete(item: string): Promise<boolean>;
}

/** An item no one reads: writing it tells a locked keyring from one that lacks an item. */
const canary = 'latchkey-canary';

/**
 * A locked keyring may hide its items, and then looks as if they were missing: only writing fails for certain. Writing may also have the user
 * unlock it, so what was hidden until then is looked for again.
 */
function withLockDetection(library: Library): KeychainProvider {
  const assertUnlocked = () => library.set(canary, '1');
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
  // Unpinned it would fall back to the kernel's keyring, which does not survive a restart.
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

/** The fault a library's error stands for. What none of its texts tells counts as an absent keychain, which is never "no such item". */
export function faultOf(thrown: unknown): KeychainFault {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return patterns.find(([pattern]) => pattern.test(text))?.[1] ?? 'keychain-absent';
}
