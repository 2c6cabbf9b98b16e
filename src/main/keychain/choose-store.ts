/** Chooses the secret store of a profile, saves the choice, and recovers it when the file is lost. */
import { AppError, fail, nullForAppError } from '#contract/errors.ts';
import { providerNames } from '#contract/workers/keychain.ts';
import type { Ports, SecretStore } from '../ports/ports';
import { shareInFlight } from '../runtime/pending';
import type { JsonFile } from '../storage/json-file';
import { createKeychain } from './keychain';
import type { KeychainChoice } from './keychain-choice';
import { createMemoryStore } from './memory-store';
import { newServiceName, openProfileRecord, type ProfileRecord } from './profile-record';

type KeychainPorts = Pick<Ports, 'spawnWorker' | 'clock' | 'random' | 'profileFolder'>;

export interface ChosenStore {
  readonly store: SecretStore;
  close(): void;
}

export interface ChooseStoreDeps {
  readonly file: JsonFile<KeychainChoice | null>;
  readonly ports: KeychainPorts;
  /** Whether any file of the profile may refer to items of a keychain. */
  readonly isUsed: boolean;
}

/**
 * Returns the store of a profile. A saved library is used even when its keychain is unavailable, because another one can't read its
 * items. Without a saved choice, uses the library whose keychain has a record of the profile, else the first that can write, read and
 * delete. While a keychain is locked or not responding, no choice is made and the store fails with the keychain's code. Without a
 * keychain, or when the choice can't be saved, secrets are stored in memory.
 */
export async function chooseStore(deps: ChooseStoreDeps): Promise<ChosenStore> {
  const known = await deps.file.read().catch(nullForAppError);
  if (known !== null) return openStore(known, deps.ports);
  try {
    const choice = await decide(deps);
    return choice === null ? { store: createMemoryStore(), close: () => undefined } : openStore(choice, deps.ports);
  } catch (thrown) {
    if (isPassing(thrown)) return openLater(deps);
    throw thrown;
  }
}

/** Returns the choice; null without a usable keychain. Throws the code of a keychain that is temporarily inaccessible. */
async function decide({ file, ports, isUsed }: ChooseStoreDeps): Promise<KeychainChoice | null> {
  const records: ProfileRecord[] = [];
  let usable: ProfileRecord | null = null;
  try {
    for (const provider of providerNames) {
      const record = openProfileRecord(provider, ports);
      records.push(record);
      const service = await orUnusable(record.read());
      if (typeof service === 'string') return await recover(file, { provider, service });
      if (service === null && usable === null && (await orUnusable(record.isUsable()))) usable = record;
      // If no file refers to an item, no other library needs to be searched.
      if (usable !== null && !isUsed) break;
    }
    return usable && (await chooseNew(file, ports, usable));
  } finally {
    for (const record of records) record.close();
  }
}

/** Saves the recovered choice. It is used even if the profile can't be written. */
async function recover(file: ChooseStoreDeps['file'], found: KeychainChoice): Promise<KeychainChoice | null> {
  return file.update((known) => known ?? found).catch((thrown) => nullForAppError(thrown) ?? found);
}

/** Saves a new choice, unless another process of the profile has saved one: then returns that. */
async function chooseNew(file: ChooseStoreDeps['file'], { random }: KeychainPorts, record: ProfileRecord): Promise<KeychainChoice | null> {
  const own = { provider: record.provider, service: newServiceName(random) };
  const choice = await file.update((known) => known ?? own).catch(nullForAppError);
  if (choice?.provider === record.provider) await record.update(choice.service).catch(nullForAppError);
  return choice;
}

/** Opens the chosen store. The first successful request updates the keychain's record, which is missing or old in a moved profile. */
function openStore({ provider, service }: KeychainChoice, ports: KeychainPorts): ChosenStore {
  const keychain = createKeychain({ ...ports, provider, service });
  const record = openProfileRecord(provider, ports);
  let isRecorded = false;
  const recorded = async <T>(request: Promise<T>): Promise<T> => {
    const value = await request;
    if (!isRecorded) {
      isRecorded = true;
      void record.update(service).then(record.close, () => {
        isRecorded = false;
      });
    }
    return value;
  };
  return {
    store: {
      kind: keychain.kind,
      get: (item) => recorded(keychain.get(item)),
      set: (item, value) => recorded(keychain.set(item, value)),
      delete: (item) => recorded(keychain.delete(item)),
    },
    close() {
      keychain.close();
      record.close();
    },
  };
}

/** Returns a store that is chosen by the first request for which the keychain is accessible. */
function openLater(deps: ChooseStoreDeps): ChosenStore {
  let chosen: ChosenStore | null = null;
  let isClosed = false;
  const choose = shareInFlight(async () => {
    const choice = isClosed ? null : await decide(deps);
    if (choice === null || isClosed) throw fail('keychain-absent');
    chosen = openStore(choice, deps.ports);
    return chosen;
  });
  const current = async () => (chosen ?? (await choose())).store;
  return {
    store: {
      kind: 'system',
      get: async (item) => (await current()).get(item),
      set: async (item, value) => (await current()).set(item, value),
      delete: async (item) => (await current()).delete(item),
    },
    close() {
      isClosed = true;
      chosen?.close();
    },
  };
}

/** Temporary faults: the keychain exists and may contain the items. */
const passingFaults: readonly string[] = ['keychain-locked', 'keychain-slow', 'keychain-denied'];

function isPassing(thrown: unknown): boolean {
  return thrown instanceof AppError && passingFaults.includes(thrown.code);
}

function orUnusable<T>(request: Promise<T>): Promise<T | undefined> {
  return request.catch((thrown) => {
    if (isPassing(thrown)) throw thrown;
    return nullForAppError(thrown) ?? undefined;
  });
}
