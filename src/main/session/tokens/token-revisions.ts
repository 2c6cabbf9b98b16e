/** Notifies the other processes of a profile of changed token sets, without secrets and without requests to the keychain. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../ports';
import { jsonFile } from '../../storage/json-file';
import { createTaskQueue } from '../../storage/task-queue';
import { watchFile } from '../../storage/watch-file';

export interface TokenRevisions {
  /** Records that this process changed the token set. */
  bump(tokenSet: string): Promise<void>;
  /** Calls back with each token set that another process changed, until the returned function is called. */
  onForeignChange(listener: (tokenSet: string) => void): () => void;
}

const data = z.record(z.string(), z.int());
type Counters = z.output<typeof data>;

/** Stores a counter for each token set in `token-revisions.json`. A broken file costs at most an unnecessary request to the keychain. */
export function createTokenRevisions(profileFolder: string, clock: Clock): TokenRevisions {
  const path = join(profileFolder, 'token-revisions.json');
  const file = jsonFile({ path, format: 'latchkey/token-revisions', version: 1, schema: data, initial: {} }, clock, () => undefined);
  // Queued, so that this process's own change is recorded in `seen` before its file event is handled.
  const enqueue = createTaskQueue();
  const listeners = new Set<(tokenSet: string) => void>();
  let seen: Counters = {};

  const compare = (found: Counters, now: Counters) => {
    const changed = Object.keys(found).filter((tokenSet) => found[tokenSet] !== seen[tokenSet]);
    seen = now;
    for (const tokenSet of changed) for (const listener of listeners) listener(tokenSet);
  };

  return {
    bump: (tokenSet) =>
      enqueue(async () => {
        let found: Counters = {};
        const written = await file.update((counters) => {
          found = counters;
          return { ...counters, [tokenSet]: (counters[tokenSet] ?? 0) + 1 };
        });
        compare(found, written);
      }),
    onForeignChange(listener) {
      const check = async () => {
        const counters = await file.read();
        compare(counters, counters);
      };
      const stop = watchFile(path, () => void enqueue(check).catch(() => undefined));
      listeners.add(listener);
      return () => {
        stop();
        listeners.delete(listener);
      };
    },
  };
}
