/** A lock that allows one refresh of a token set at a time among all processes of the profile. */
import { join } from 'node:path';
import type { Clock } from '../../ports';
import { withFileLock } from '../../storage/file-lock';

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
