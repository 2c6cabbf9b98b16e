/** Token sets in the secret store: one item for each token, with the time at which it was stored. */

import { join } from 'node:path';
import { z } from 'zod';
import { AppError, fail } from '#contract/errors.ts';
import { accessTokenKeptMillis, refreshTokenMillis } from '#contract/limits.ts';
import type { Clock, SecretStore } from '../ports/ports';
import { withFileLock } from '../storage/file-lock';
import { jsonFile } from '../storage/json-file';
import { createTaskQueue } from '../storage/task-queue';
import { watchFile } from '../storage/watch-file';
import { assertRefreshToken, expiryOf } from './token-life';

export interface Tokens {
  readonly refresh: string;
  readonly access: string | null;
}

/** Tokens that were read from the store. */
export interface StoredTokens extends Tokens {
  /** Whether the refresh token should have expired, by the local clock. The clock may be wrong, so the service decides. */
  readonly isOverdue: boolean;
}

/** Stores token sets. Rejects with the secret store's codes; an unreadable store is never treated as empty. */
export interface TokenStore {
  /** Rejects if the store is locked or unavailable. Called before a one-time code is used. */
  assertReady(): Promise<void>;
  /** Returns the tokens, however old they are; null if there are none. Throws `keychain-corrupt` for a damaged refresh token. */
  read(tokenSet: string): Promise<StoredTokens | null>;
  /** Validates both tokens before storing either. Throws `bad-token`. */
  write(tokenSet: string, tokens: Tokens): Promise<void>;
  /** Replaces the access token. A token too long for the store is not stored, without an error. */
  writeAccess(tokenSet: string, access: string): Promise<void>;
  clear(tokenSet: string): Promise<void>;
}

type Kind = 'refresh' | 'access';

interface StoredToken {
  readonly text: string;
  readonly ageMillis: number;
}

const item = (tokenSet: string, kind: Kind) => `account/${tokenSet}/${kind}`;

/** Returns the items of the secret store that contain a token set. */
export function tokenItems(tokenSet: string): string[] {
  return [item(tokenSet, 'access'), item(tokenSet, 'refresh')];
}

export function createTokenStore(secrets: SecretStore, clock: Pick<Clock, 'now'>): TokenStore {
  const read = async (tokenSet: string, kind: Kind): Promise<StoredToken | null> => {
    const stored = await secrets.get(item(tokenSet, kind));
    if (stored === null) return null;
    // A damaged item is read as an empty token, to distinguish it from a missing one.
    const [, savedAt = '0', text = ''] = /^(\d+) (.*)$/s.exec(stored) ?? [];
    return { text, ageMillis: clock.now() - Number(savedAt) };
  };
  const write = (tokenSet: string, kind: Kind, token: string) => secrets.set(item(tokenSet, kind), `${clock.now()} ${token}`);

  const writeAccess = async (tokenSet: string, access: string): Promise<void> => {
    expiryOf(access);
    await write(tokenSet, 'access', access).catch(async (thrown) => {
      if (!(thrown instanceof AppError) || thrown.code !== 'keychain-full') throw thrown;
      await secrets.delete(item(tokenSet, 'access'));
    });
  };

  return {
    writeAccess,
    async assertReady() {
      await secrets.get(item('none', 'refresh'));
    },
    async read(tokenSet) {
      const refresh = await read(tokenSet, 'refresh');
      if (refresh === null) return null;
      assertUnbroken(refresh.text);
      const access = await read(tokenSet, 'access');
      const isKept = access !== null && access.ageMillis <= accessTokenKeptMillis;
      return { refresh: refresh.text, access: isKept ? access.text : null, isOverdue: refresh.ageMillis > refreshTokenMillis };
    },
    async write(tokenSet, { refresh, access }) {
      assertRefreshToken(refresh);
      if (access !== null) expiryOf(access);
      await write(tokenSet, 'refresh', refresh);
      if (access === null) await secrets.delete(item(tokenSet, 'access'));
      else await writeAccess(tokenSet, access);
    },
    async clear(tokenSet) {
      for (const one of tokenItems(tokenSet)) await secrets.delete(one);
    },
  };
}

function assertUnbroken(refreshToken: string): void {
  try {
    assertRefreshToken(refreshToken);
  } catch (cause) {
    throw fail('keychain-corrupt', {}, cause);
  }
}

/** Notifies the other processes of a profile of changed token sets, without secrets and without requests to the keychain. */
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

/**
 * Runs the task under the lock of the token set. `confirm` rejects if another process took over the lock while this one was stopped; the
 * task then runs again from its start.
 */
export type RefreshLock = <T>(tokenSet: string, task: (confirm: () => Promise<void>) => Promise<T>) => Promise<T>;

/** Longer than a refresh with all its retries. The lock of a process that has ended is taken over after 10 s. */
const timeoutMillis = 120_000;

/** Creates the lock. Locks are folders in `locks/`, named after the token set. */
export function createRefreshLock(profileFolder: string, clock: Clock): RefreshLock {
  const folder = join(profileFolder, 'locks');
  return (tokenSet, task) => withFileLock(join(folder, `refresh-${tokenSet}`), clock, ({ confirm }) => task(confirm), timeoutMillis);
}

/** Runs tasks without a lock, for a process that does not share its accounts with others. */
export const noRefreshLock: RefreshLock = (_tokenSet, task) => task(async () => undefined);
