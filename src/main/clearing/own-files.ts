/** The files of a profile, by their names: the folder may contain files of other programs, which are left alone. */
import { lstat, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type OpenFolder, withFolder } from '#system/open-folder.ts';
import { removeFile, removeFolder } from '#system/remove-entry.ts';
import { removeLeftLock } from '../storage/file-lock';

/** Type of an entry of the app in a profile. A link is treated as a file: it is deleted, and its target isn't. */
type EntryKind = 'file' | 'folder';

/** Deletes an entry. Rejects with the system's error, and if it is of the other kind. */
export type Remove = (path: string, kind: EntryKind) => Promise<void>;

export const removePath: Remove = (path, kind) => (kind === 'file' ? removeFile(path) : removeFolder(path));

const jsonFiles = [
  'accounts',
  'connections',
  'created-sessions',
  'followed-files',
  'handler-server',
  'impersonations',
  'import-mappings',
  'keychain',
  'library',
  'lock',
  'oauth-states',
  'open-windows',
  'saved-views',
  'secrets',
  'settings',
  'token-revisions',
  'view-state',
  'watch',
  'windows',
];
/** A file, a copy of an unreadable one, or an export that was killed in the moment before its file lost its name. */
const ownFile = new RegExp(
  `^((${jsonFiles.join('|')})\\.json|clearing\\.json(?=\\.))(\\.(broken|newer)-[\\d-]+)?$|^running-\\d+$|^export-[0-9a-f]+\\.tmp$`,
);
/** A lock is a folder. */
const ownLock = new RegExp(`^(${jsonFiles.join('|')})\\.json\\.lock$|^impersonation-[0-9a-f]+\\.lock$`);
const refreshLock = /^(refresh|index|records|jobs)-|^(records|views)$/;
/** Folders that may also contain files of other programs, and the names and kinds of the app's entries in them. */
const ownFolders: Readonly<Record<string, { readonly pattern: RegExp; readonly kind: EntryKind }>> = {
  editing: { pattern: /^\d+-[0-9a-f]+$/, kind: 'folder' },
  imports: { pattern: /^\d+-[0-9a-f]+(\.(create|change|same|impossible))?$/, kind: 'file' },
  library: { pattern: /^((index-|temporary-\d+-)[0-9a-f]+|records(\.broken-[\d-]+)?)\.db(-wal|-shm|-journal)?$/, kind: 'file' },
  locks: { pattern: refreshLock, kind: 'folder' },
  logs: { pattern: /^latchkey\.log(\.\d+)?$/, kind: 'file' },
  sandbox: { pattern: /^sandbox\.(db|lock)/, kind: 'file' },
};

/** Whether the app stores something under this name in a profile. */
export function isOwnName(name: string): boolean {
  return kindOf(name) !== null || Object.hasOwn(ownFolders, name);
}

/** Whether a lock of the app has this name in a profile, also one that is used while the profile is cleared. */
function isOwnLock(name: string): boolean {
  return kindOf(name) === 'folder' || /^clearing(\.json)?\.lock$/.test(name);
}

/** Whether a lock of a session, an index, or a connection's jobs has this name in the folder `locks`. */
function isRefreshLock(name: string): boolean {
  return refreshLock.test(name);
}

function kindOf(name: string): EntryKind | null {
  if (ownFile.test(name)) return 'file';
  return ownLock.test(name) ? 'folder' : null;
}

/**
 * Deletes everything that the app stores in a profile, but its mark. Follows no link, except that to the profile itself, which the user has
 * chosen. Returns the paths, within the profile, that couldn't be deleted. `beforeEach` runs before each deletion; if it rejects, nothing more
 * is deleted.
 */
export async function deleteOwnFiles(profileFolder: string, remove: Remove, beforeEach: () => Promise<void>): Promise<string[]> {
  const failed: string[] = [];
  const attempt = (shown: string, task: () => Promise<void>) => task().catch(() => void failed.push(shown));
  const deleteIn = async (folder: OpenFolder, shownFolder: string, expectedKind: (name: string) => EntryKind | null) => {
    for (const name of await folder.names()) {
      const kind = await kindToDelete(folder, name, expectedKind(name));
      if (kind === null) continue;
      await beforeEach();
      await attempt(join(shownFolder, name), async () => remove(await folder.pathOf(name), kind));
    }
  };
  const deleteInside = async (profile: OpenFolder, name: string) => {
    const entry = ownFolders[name];
    const found = entry && (await kindToDelete(profile, name, 'folder'));
    if (!entry || !found) return;
    const path = await profile.pathOf(name);
    if (found === 'file') {
      await beforeEach();
      return attempt(name, () => remove(path, 'file'));
    }
    let isOpen = false;
    await withFolder(path, (folder) => {
      isOpen = true;
      return deleteIn(folder, name, (inner) => (entry.pattern.test(inner) ? entry.kind : null));
    }).catch((thrown) => {
      if (isOpen) throw thrown;
      failed.push(name);
    });
    // It stays if it contains files of other programs.
    await rmdir(path).catch(() => undefined);
  };
  await withProfile(profileFolder, async (profile) => {
    await deleteIn(profile, '', kindOf);
    for (const name of Object.keys(ownFolders)) await deleteInside(profile, name);
  });
  return failed;
}

/** Returns how an entry is to be deleted; null if it isn't one of the app's. A folder under the name of a file isn't, nor is a file under that of a lock. */
async function kindToDelete(folder: OpenFolder, name: string, expected: EntryKind | null): Promise<EntryKind | null> {
  if (expected === null) return null;
  const found = await lstat(await folder.pathOf(name)).catch(() => null);
  if (found === null) return null;
  if (found.isSymbolicLink()) return 'file';
  return found.isDirectory() === (expected === 'folder') ? expected : null;
}

/** Runs a task with the profile, unless there is none. */
async function withProfile(path: string, task: (folder: OpenFolder) => Promise<void>): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) await withFolder(path, task, { followLink: true });
}

// Locks that killed processes of a profile have left.

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
