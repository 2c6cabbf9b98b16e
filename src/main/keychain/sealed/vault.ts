/** The secrets of a profile without a keychain: in memory, or in a file that is sealed with a passphrase. */
import type { SecretStore } from '../../ports';
import { createMemoryStore } from '../memory-store';
import type { SealedStore } from './sealed-store';

export interface Vault {
  /** Requests wait while the secrets are moved. */
  readonly store: SecretStore;
  readonly sealed: SealedStore;
  /** Moves the secrets from memory to a new file. If that fails, they stay in memory. */
  moveToFile(passphrase: string): Promise<void>;
  /** Moves the secrets of the open file to memory, and removes the file. */
  moveToMemory(): Promise<void>;
}

type Place = 'memory' | 'sealed';

/** Creates the vault. */
export function createVault(sealed: SealedStore, place: Place): Vault {
  let memory = place === 'memory' ? createMemoryStore() : null;
  let moved: Promise<unknown> = Promise.resolve();
  const tasks: ((to: Place) => Promise<void>)[] = [];
  const current = async (): Promise<SecretStore> => {
    await moved.catch(() => undefined);
    return memory ?? sealed;
  };
  const moveRest = async (to: Place) => {
    for (const task of tasks) await task(to);
  };
  const move = (task: () => Promise<void>) => {
    const moving = moved.catch(() => undefined).then(task);
    moved = moving;
    return moving;
  };
  return {
    sealed,
    store: {
      get kind() {
        return memory === null ? 'sealed' : 'memory';
      },
      onMove: (task) => void tasks.push(task),
      get: async (item) => (await current()).get(item),
      set: async (item, value) => (await current()).set(item, value),
      delete: async (item) => (await current()).delete(item),
    },
    moveToFile: (passphrase) =>
      move(async () => {
        if (memory === null) return;
        // First, so that the file has no secret that nothing refers to. Without the file, what refers to its secrets is ignored.
        await moveRest('sealed');
        try {
          await sealed.create(passphrase, Object.fromEntries(memory.items()));
        } catch (thrown) {
          await moveRest('memory');
          throw thrown;
        }
        memory = null;
      }),
    moveToMemory: () =>
      move(async () => {
        if (memory !== null) return;
        const items = Object.entries(await sealed.items());
        await sealed.remove();
        memory = createMemoryStore(items);
        await moveRest('memory');
      }),
  };
}
