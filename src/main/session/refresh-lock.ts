/** One refresh at a time for a token set, in all processes of the profile. */
import { join } from 'node:path';
import type { Clock } from '../ports';
import { withFileLock } from '../storage/file-lock';

/**
 * Runs the task alone. `confirm` ends a task whose lock another process took over while this one was stopped; the task then runs again from
 * its start.
 */
export type RefreshLock = <T>(tokenSet: string, task: (confirm: () => Promise<void>) => Promise<T>) => Promise<T>;

/** Longer than a refresh may take with all its tries; a holder that died loses the lock after 10 s. */
const timeoutMillis = 120_000;

/** Locks are folders below `locks/`, named by token set. */
export function createRefreshLock(profileFolder: string, clock: Clock): RefreshLock {
  const folder = join(profileFolder, 'locks');
  return (tokenSet, task) => withFileLock(join(folder, `refresh-${tokenSet}`), clock, ({ confirm }) => task(confirm), timeoutMillis);
}

/** For a process whose accounts no other one knows. */
export const noRefreshLock: RefreshLock = (_tokenSet, task) => task(async () => undefined);
