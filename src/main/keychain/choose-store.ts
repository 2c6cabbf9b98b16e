/** Chooses once where a profile's secrets are kept, remembers the choice by name, and finds it again when that is lost. */
import { AppError, fail, nullForAppError } from '../../contract/errors';
import { providerNames } from '../../contract/workers/keychain';
import type { Ports, SecretStore } from '../ports';
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
 * Returns the store of a profile. A remembered library is used again even when its keychain is away, because another one can't read what it
 * wrote. Without a choice, it is the one that a keychain has a record of, else the first library that can write, read and delete. While a
 * keychain is locked or doesn't respond, the choice waits and the store fails with the keychain's code. Without a keychain, or where a choice
 * can't be written down, secrets are kept in memory.
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

/** Null without a usable keychain. Fails with the code of a keychain that is there but can't be asked now. */
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
      // Where no file refers to an item, there is nothing to find in another library.
      if (usable !== null && !isUsed) break;
    }
    return usable && (await chooseNew(file, ports, usable));
  } finally {
    for (const record of records) record.close();
  }
}

/** Items that are there are used even where the profile can't be written. */
async function recover(file: ChooseStoreDeps['file'], found: KeychainChoice): Promise<KeychainChoice | null> {
  return file.update((known) => known ?? found).catch((thrown) => nullForAppError(thrown) ?? found);
}

/** Another process of the profile may have chosen in the meantime: its choice holds. */
async function chooseNew(file: ChooseStoreDeps['file'], { random }: KeychainPorts, record: ProfileRecord): Promise<KeychainChoice | null> {
  const own = { provider: record.provider, service: newServiceName(random) };
  const choice = await file.update((known) => known ?? own).catch(nullForAppError);
  if (choice?.provider === record.provider) await record.update(choice.service).catch(nullForAppError);
  return choice;
}

/** The first request that succeeds also brings the keychain's record up to date: the profile may have been moved, or be older than records. */
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

/** A store that is chosen by the first request that finds the keychain ready. */
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

/** Faults of a keychain that is there and may contain what is looked for. */
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
