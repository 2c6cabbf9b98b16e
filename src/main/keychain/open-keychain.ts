/** The keychain of a profile. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Ports } from '../ports';
import type { Runtime } from '../runtime/create-runtime';
import { type ChosenStore, chooseStore } from './choose-store';
import { keychainFile } from './keychain-choice';

export interface OpenKeychainDeps {
  readonly ports: Pick<Ports, 'secrets' | 'spawnWorker' | 'clock' | 'random' | 'profileFolder'>;
  readonly onUnreadableFile: Runtime['onUnreadableFile'];
  /** Names of the profile's files that may refer to items of a keychain. */
  readonly files: readonly string[];
}

/** Opens the profile's keychain, or returns the store that the host passes instead. */
export async function openKeychain({ ports, onUnreadableFile, files }: OpenKeychainDeps): Promise<ChosenStore> {
  if (ports.secrets) return { store: ports.secrets, close: () => undefined };
  const { profileFolder, clock } = ports;
  const isUsed = files.some((name) => existsSync(join(profileFolder, name)));
  return chooseStore({ file: keychainFile(profileFolder, clock, onUnreadableFile), ports, isUsed });
}
