/** One refresh at a time for a token set, in all processes of the profile. */
import { join } from 'node:path';
import { fail } from '../../contract/errors';
import { makePrivateFolder } from '../../system/make-private-folder';
import type { Clock } from '../ports';
import { withFileLock } from '../storage/file-lock';

export type RefreshLock = <T>(tokenSet: string, task: () => Promise<T>) => Promise<T>;

/** Longer than a refresh may take with all its tries; a holder that died loses the lock after 10 s. */
const patience = 120_000;

/** Locks are folders below `locks/`, named by token set. */
export function createRefreshLock(profileFolder: string, clock: Clock): RefreshLock {
  const folder = join(profileFolder, 'locks');
  return async (tokenSet, task) => {
    try {
      makePrivateFolder(folder);
    } catch (cause) {
      throw fail('profile-not-writable', {}, cause);
    }
    return withFileLock(join(folder, `refresh-${tokenSet}`), clock, task, patience);
  };
}
