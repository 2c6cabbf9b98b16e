/** The keychain of a profile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../ports/ports';
import type { Runtime } from '../runtime/create-runtime';
import { type ChosenStore, chooseStore } from './choose-store';
import { keychainFile } from './keychain-choice';
import { createSealedFile } from './sealed/sealed-file';
import { createSealedStore } from './sealed/sealed-store';
import { createVault, type Vault } from './sealed/vault';

export interface OpenKeychainDeps {
  readonly ports: Pick<Ports, 'secrets' | 'spawnWorker' | 'clock' | 'random' | 'profileFolder'>;
  readonly onUnreadableFile: Runtime['onUnreadableFile'];
  /** Runs when another process has sealed the secrets with another passphrase. */
  readonly onResealed: () => void;
  /** Names of the profile's files that may refer to items of a keychain. */
  readonly files: readonly string[];
}

/** The secret store of a profile. */
export interface OpenedKeychain extends ChosenStore {
  /** Where secrets are stored without a keychain; null with one, and if the host passes a store. */
  readonly vault: Vault | null;
}

/**
 * Opens the profile's keychain, or returns the store that the host passes instead. A profile with a sealed file uses that, also when a
 * keychain has become available.
 */
export async function openKeychain({ ports, onUnreadableFile, onResealed, files }: OpenKeychainDeps): Promise<OpenedKeychain> {
  if (ports.secrets) return { store: ports.secrets, vault: null, close: () => undefined };
  const { profileFolder, clock, random } = ports;
  const sealed = createSealedStore({ file: createSealedFile(ports, onUnreadableFile), random, onResealed });
  const withVault = (place: 'memory' | 'sealed'): OpenedKeychain => {
    const vault = createVault(sealed, place);
    return { store: vault.store, vault, close: sealed.close };
  };
  // Also for a file that can't be read: without it, all accounts would seem signed out.
  if ((await sealed.find().catch(() => 'damaged')) !== 'none') return withVault('sealed');
  const isUsed = files.some((name) => existsSync(join(profileFolder, name)));
  const chosen = await chooseStore({ file: keychainFile(profileFolder, clock, onUnreadableFile), ports, isUsed });
  return chosen.store.kind === 'memory' ? withVault('memory') : { ...chosen, vault: null };
}
