/** The secrets of a profile without a keychain: in memory, or in a file that is sealed with a passphrase. */
import type { SecretStore } from '../../ports/ports';
import { createMemoryStore } from '../memory-store';
import type { SealedStore } from './sealed-store';

export interface Vault {
  /** Requests wait while the secrets are moved, which waits for those that run. */
  readonly store: SecretStore;
  readonly sealed: SealedStore;
  /** Moves the secrets from memory to a new file. If that fails, they stay in memory. */
  moveToFile(passphrase: string): Promise<void>;
  /** Moves the secrets of the open file to memory, and removes the file. */
  moveToMemory(): Promise<void>;
}

type Place = 'memory' | 'sealed';

export function createVault(sealed: SealedStore, place: Place): Vault {
  let memory = place === 'memory' ? createMemoryStore() : null;
  let moved: Promise<unknown> = Promise.resolve();
  const tasks: ((to: Place) => Promise<void>)[] = [];
  const running = new Set<Promise<unknown>>();
  const run = async <T>(request: (store: SecretStore) => Promise<T>): Promise<T> => {
    for (let awaited: typeof moved | null = null; awaited !== moved; ) {
      awaited = moved;
      await awaited.catch(() => undefined);
    }
    const own = request(memory ?? sealed);
    running.add(own);
    return own.finally(() => running.delete(own));
  };
  const moveRest = async (to: Place) => {
    for (const task of tasks) await task(to);
  };
  const move = (task: () => Promise<void>) => {
    const moving = moved
      .catch(() => undefined)
      .then(() => Promise.allSettled(running))
      .then(task);
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
      get: (item) => run((store) => store.get(item)),
      set: (item, value) => run((store) => store.set(item, value)),
      delete: (item) => run((store) => store.delete(item)),
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
        memory = createMemoryStore(Object.entries(await sealed.remove()));
        await moveRest('memory');
      }),
  };
}
