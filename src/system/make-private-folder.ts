/** Folders that are accessible only to their owner. */
import { chmodSync, mkdirSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

const ownerOnly = 0o700;
/** Set on folders that many users share, such as /tmp. */
const stickyBit = 0o1000;

/**
 * Creates the folder and its missing parents, accessible only to their owner. Removes the access of other users to an existing folder,
 * unless it belongs to another user or has the sticky bit. Throws the system's error.
 */
export function makePrivateFolder(path: string): void {
  const existing = create(path);
  if (existing === null || (existing.mode & 0o077) === 0 || !isOwn(existing)) return;
  try {
    chmodSync(path, ownerOnly);
  } catch {
    // The file system is read-only or does not support modes.
  }
}

/**
 * Creates the folder and returns null, or returns the stats of the folder that existed. Does not use Node's recursive option, which never
 * returns when the file system reports "not found" for a folder that can't be created, as /proc does.
 */
function create(path: string): Stats | null {
  try {
    return createOne(path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw cause;
    create(dirname(path));
    return createOne(path);
  }
}

function createOne(path: string): Stats | null {
  try {
    mkdirSync(path, { mode: ownerOnly });
    return null;
  } catch (cause) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isDirectory()) throw cause;
    return found;
  }
}

function isOwn({ uid, mode }: Stats): boolean {
  return uid === process.getuid?.() && (mode & stickyBit) === 0;
}
