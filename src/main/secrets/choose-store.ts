/** Chooses once where a profile's secrets live, and remembers the choice by name. */
import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../contract/errors';
import type { Clock, Ports, SecretStore } from '../ports';
import { type JsonFile, jsonFile, type SetAside } from '../storage/json-file';
import { createKeychain, type Keychain } from './keychain';
import { providerNames } from './keychain-protocol';
import { createMemoryStore } from './memory-store';

const keychainChoice = z.strictObject({ provider: z.enum(providerNames), service: z.string() }).nullable();
type KeychainChoice = z.output<typeof keychainChoice>;

/** `keychain.json`: which library wrote this profile's items, and the name they are filed under. No secrets, no item names. */
export function keychainFile(profileFolder: string, clock: Clock, onSetAside: (what: SetAside) => void): JsonFile<KeychainChoice> {
  return jsonFile(
    { path: join(profileFolder, 'keychain.json'), format: 'latchkey/keychain', version: 1, schema: keychainChoice, initial: null },
    clock,
    onSetAside,
  );
}

export interface ChosenStore {
  readonly store: SecretStore;
  close(): void;
}

const trialItem = 'trial';

const inMemory = (): ChosenStore => ({ store: createMemoryStore(), close: () => undefined });

/**
 * The store of a profile. A remembered library is used again even when its keychain is away, because another one could not
 * read what it wrote; without a choice the first library that can write, read and delete is taken. None, or a choice that
 * cannot be written down: memory.
 */
export async function chooseStore(
  file: JsonFile<KeychainChoice>,
  ports: Pick<Ports, 'spawnWorker' | 'clock' | 'random'>,
): Promise<ChosenStore> {
  try {
    const choice = (await file.read()) ?? (await firstChoice(file, ports));
    return choice ? chosen(createKeychain({ ...ports, ...choice })) : inMemory();
  } catch (thrown) {
    if (thrown instanceof AppError) return inMemory();
    throw thrown;
  }
}

/** Another process of the profile may have chosen meanwhile: its choice holds. */
async function firstChoice(
  file: JsonFile<KeychainChoice>,
  ports: Pick<Ports, 'spawnWorker' | 'clock' | 'random'>,
): Promise<KeychainChoice> {
  const service = `Latchkey ${Buffer.from(ports.random(8)).toString('hex')}`;
  for (const provider of providerNames) {
    const keychain = createKeychain({ ...ports, provider, service });
    const isGood = await works(keychain);
    keychain.close();
    if (isGood) return file.update((known) => known ?? { provider, service });
  }
  return null;
}

/** A keychain that is there but locked is worth waiting for: it counts as working. */
async function works(keychain: Keychain): Promise<boolean> {
  try {
    await keychain.set(trialItem, trialItem);
    const kept = await keychain.get(trialItem);
    await keychain.delete(trialItem);
    return kept === trialItem;
  } catch (thrown) {
    return (
      thrown instanceof AppError &&
      (thrown.code === 'keychain-locked' || thrown.code === 'keychain-slow' || thrown.code === 'keychain-denied')
    );
  }
}

function chosen(keychain: Keychain): ChosenStore {
  return { store: keychain, close: () => keychain.close() };
}
