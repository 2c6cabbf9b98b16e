/** Notifies the other processes of a profile that a token set changed, without a secret and without asking a keychain. */
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../ports';
import { jsonFile } from '../storage/json-file';
import { watchFile } from '../storage/watch-file';

export interface TokenRevisions {
  /** Reports that this process changed the token set. */
  bump(tokenSet: string): Promise<void>;
  /** Calls back for token sets that another process changed; the result unsubscribes. */
  onForeignChange(listener: (tokenSet: string) => void): () => void;
}

const data = z.record(z.string(), z.int());

/** Keeps a counter for each token set in `token-revisions.json`. A broken file only costs one needless look at the keychain. */
export function createTokenRevisions(profileFolder: string, clock: Clock): TokenRevisions {
  const path = join(profileFolder, 'token-revisions.json');
  const file = jsonFile({ path, format: 'latchkey/token-revisions', version: 1, schema: data, initial: {} }, clock, () => undefined);
  let seen: Readonly<Record<string, number>> = {};
  return {
    async bump(tokenSet) {
      await file.update((counters) => {
        // Known before it is written, so that hearing of the own change is no news.
        seen = { ...counters, [tokenSet]: (counters[tokenSet] ?? 0) + 1 };
        return { ...seen };
      });
    },
    onForeignChange: (listener) =>
      watchFile(path, () => {
        void file.read().then(
          (counters) => {
            const before = seen;
            seen = counters;
            for (const [tokenSet, counter] of Object.entries(counters)) if (counter !== before[tokenSet]) listener(tokenSet);
          },
          () => undefined,
        );
      }),
  };
}
