/** The files of a profile, by their names: the folder may contain files of other programs, which are left alone. */
import { lstat, readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Deletes a file or a folder. Rejects with the system's error. */
export type Remove = (path: string) => Promise<void>;

/** Repeats while another program has the file open, which Windows refuses. */
export const removePath: Remove = (path) => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });

const jsonFiles = [
  'accounts',
  'connections',
  'handler-server',
  'impersonations',
  'keychain',
  'lock',
  'oauth-states',
  'secrets',
  'settings',
  'token-revisions',
  'view-state',
  'watch',
  'windows',
];
/** A file, or a copy of an unreadable one. */
const ownFile = new RegExp(`^((${jsonFiles.join('|')})\\.json|clearing\\.json(?=\\.))(\\.(broken|newer)-[\\d-]+)?$|^running-\\d+$`);
/** A lock is a folder. */
const ownLock = new RegExp(`^(${jsonFiles.join('|')})\\.json\\.lock$|^impersonation-[0-9a-f]+\\.lock$`);
const ownFolders: Readonly<Record<string, RegExp>> = {
  locks: /^refresh-/,
  logs: /^latchkey\.log(\.\d+)?$/,
  sandbox: /^sandbox\.(db|lock)/,
};

/** Whether the app stores something under this name in a profile. */
export function isOwnName(name: string): boolean {
  return ownFile.test(name) || ownLock.test(name) || Object.hasOwn(ownFolders, name);
}

/**
 * Deletes everything that the app stores in a profile, but its mark. Returns the paths, within the profile, that couldn't be deleted.
 * `beforeEach` runs before each deletion; if it rejects, nothing more is deleted.
 */
export async function deleteOwnFiles(profileFolder: string, remove: Remove, beforeEach: () => Promise<void>): Promise<string[]> {
  const failed: string[] = [];
  const deleteAll = async (paths: readonly string[]) => {
    for (const path of paths) {
      await beforeEach();
      await remove(join(profileFolder, path)).catch(() => failed.push(path));
    }
  };
  await deleteAll(await entriesOf(profileFolder, isOwnEntry));
  for (const [folder, pattern] of Object.entries(ownFolders)) {
    const inside = await entriesOf(join(profileFolder, folder), async (_path, name) => pattern.test(name));
    await deleteAll(inside.map((name) => join(folder, name)));
    // It stays if it contains files of other programs.
    await rmdir(join(profileFolder, folder)).catch(() => undefined);
  }
  return failed;
}

/** A folder under the name of a file isn't one of the app's, nor is a file under the name of a lock. */
async function isOwnEntry(path: string, name: string): Promise<boolean> {
  if (!ownFile.test(name) && !ownLock.test(name)) return false;
  const found = await lstat(path).catch(() => null);
  return found !== null && found.isDirectory() === ownLock.test(name);
}

async function entriesOf(folder: string, isOwn: (path: string, name: string) => Promise<boolean>): Promise<string[]> {
  const names: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) if (await isOwn(join(folder, name), name)) names.push(name);
  return names;
}
