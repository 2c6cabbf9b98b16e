/** Locks that killed processes of a profile have left. */
import { join } from 'node:path';
import { type OpenFolder, withFolder } from '#system/open-folder.ts';
import { removeLeftLock } from '../storage/file-lock';
import { isOwnLock, isRefreshLock } from './own-files';

/** Removes the locks of processes that have ended. Never rejects. */
export async function removeLeftLocks(profileFolder: string): Promise<void> {
  await removeIn(profileFolder, isOwnLock, true);
  await removeIn(join(profileFolder, 'locks'), isRefreshLock, false);
}

async function removeIn(path: string, isLock: (name: string) => boolean, followLink: boolean): Promise<void> {
  const remove = async ({ names, pathOf }: OpenFolder) => {
    for (const name of (await names()).filter(isLock)) await removeLeftLock(await pathOf(name));
  };
  await withFolder(path, remove, { followLink }).catch(() => undefined);
}
