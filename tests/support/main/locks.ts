/** Locks of the app in a folder of their own, with passphrases that are checked quickly. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { LockState } from '#contract/bridge/lock.ts';
import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { Vault } from '#main/keychain/sealed/vault.ts';
import { createLock, type Lock } from '#main/lock/lock.ts';
import { lockFile } from '#main/lock/lock-file.ts';
import { type PassphraseStore, passphraseStore } from '#main/lock/passphrase-store.ts';
import type { Clock, SecretStore } from '#main/ports/ports.ts';
import { createTopic } from '#main/runtime/topics.ts';
import type { UnreadableFile } from '#main/storage/json-file.ts';
import { createFakeClock, type FakeClock } from '../fake-clock';
import { seededRandom } from './test-ports';

export const cost = { cost: 2 ** 10, blockSize: 8, parallelization: 1 };
export const passphrase = 'correct horse battery';
/** The folder and the clock of the running test. */
export let folder: string;
export let clock: FakeClock;

/** Gives each test of a file its own folder and clock. */
export function ownFolders(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-lock-'));
    clock = createFakeClock();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
}

/** The store of a profile with a keychain, or with a vault. */
export const storeOf = (vault: Vault | null = null, store: SecretStore = createMemoryStore()) =>
  passphraseStore({ keychain: { store, vault }, onMoved: () => undefined, inBackground: (task) => void background.push(task) });
export const background: Promise<void>[] = [];

interface Started {
  readonly secrets?: PassphraseStore;
  readonly own?: Clock;
  readonly isUsed?: boolean;
  readonly unreadable?: (what: UnreadableFile) => void;
}

export async function start({ secrets = storeOf(), own = clock, isUsed = true, unreadable = () => undefined }: Started = {}) {
  const topic = createTopic<LockState>(
    'lock.state',
    { locked: false, problem: null, hasPassphrase: false, secrets: 'system', canSeal: false, canCheckPresence: false },
    () => undefined,
  );
  const lock = createLock({
    file: lockFile(folder, own, unreadable, [cost]),
    secrets,
    topic,
    isUsed: () => isUsed,
    clock: own,
    random: seededRandom(),
    cost,
  });
  await lock.load();
  await lock.checked();
  return { lock, state: () => topic.get().value };
}

export const started = async (secrets?: PassphraseStore, own?: Clock): Promise<Lock> =>
  (await start({ ...(secrets && { secrets }), ...(own && { own }) })).lock;

/** A lock with a passphrase, locked. */
export async function locked(): Promise<Lock> {
  const lock = await started();
  await lock.setPassphrase(passphrase, false);
  lock.lock();
  return lock;
}

export async function failTimes(lock: Lock, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await lock.unlock(`wrong passphrase ${time}`);
}
