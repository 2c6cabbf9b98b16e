/** A secret store that responds when the test says so, in an order that the test chooses. */

import { createMemoryStore } from '#main/keychain/memory-store.ts';
import type { SecretStore } from '#main/ports/ports.ts';
import { settle } from '../fake-clock';
import { seededRandom } from './test-ports';

export interface DelayedStore extends SecretStore {
  /** The items read so far, in order. */
  readonly reads: readonly string[];
  /** Completes waiting operations one at a time, in the order of the seed, until the task has settled. */
  run<T>(task: Promise<T>, seed: number): Promise<T>;
}

/** Creates an empty store; its operations wait for `run`. */
export function createDelayedStore(): DelayedStore {
  const inner = createMemoryStore();
  const waiting: (() => void)[] = [];
  const reads: string[] = [];
  const delayed = <T>(operation: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push(() => operation().then(resolve, reject));
    });

  return {
    kind: 'system',
    reads,
    get(key) {
      reads.push(key);
      return delayed(() => inner.get(key));
    },
    set: (key, value) => delayed(() => inner.set(key, value)),
    delete: (key) => delayed(() => inner.delete(key)),
    async run(task, seed) {
      const random = seededRandom(seed);
      let isSettled = false;
      task.then(
        () => {
          isSettled = true;
        },
        () => {
          isSettled = true;
        },
      );
      while (!isSettled) {
        const [first = 0, second = 0] = random(2);
        // Sometimes an operation comes later than what follows from others.
        if (first % 3 > 0) waiting.splice(second % Math.max(waiting.length, 1), 1)[0]?.();
        await settle();
      }
      return task;
    },
  };
}
