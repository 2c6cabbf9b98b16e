/** The two keychain libraries behind one face, each with its lies corrected. Used in the worker process only. */
import type { KeychainFault, ProviderName } from './keychain-protocol';

/** One application's items in the system's keychain. Fails with whatever the library throws; `faultOf` names it. */
export interface KeychainProvider {
  get(item: string): Promise<string | null>;
  set(item: string, value: string): Promise<void>;
  delete(item: string): Promise<void>;
}

/** Loads a library; fails when it is not installed or cannot run on this machine. */
export function loadProvider(name: ProviderName, service: string): Promise<KeychainProvider> {
  return name === 'keytar' ? loadKeytar(service) : loadNapiKeyring(service);
}

async function loadNapiKeyring(service: string): Promise<KeychainProvider> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  // Unpinned it would fall back to the kernel's keyring, which does not survive a restart.
  const entry = (item: string) => new AsyncEntry(service, item, { linux: { store: 'secret-service' } });
  return {
    get: async (item) => (await entry(item).getPassword()) ?? null,
    set: (item, value) => entry(item).setPassword(value),
    delete: async (item) => void (await entry(item).deletePassword()),
  };
}

/** An item no one reads: writing it tells a locked keyring from one that lacks an item. */
const canary = 'latchkey-canary';

async function loadKeytar(service: string): Promise<KeychainProvider> {
  const { default: keytar } = await import('keytar');
  // On a locked keyring this library answers as if the item were missing; only writing fails.
  const assertUnlocked = () => keytar.setPassword(service, canary, '1');
  return {
    async get(item) {
      const value = await keytar.getPassword(service, item);
      if (value === null) await assertUnlocked();
      return value;
    },
    set: (item, value) => keytar.setPassword(service, item, value),
    async delete(item) {
      if (!(await keytar.deletePassword(service, item))) await assertUnlocked();
    },
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
