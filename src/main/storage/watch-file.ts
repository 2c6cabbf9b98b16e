/** Notification of changes to a file, including its replacement by another process. */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makePrivateFolder } from '#system/make-private-folder.ts';

/**
 * Runs `listener` after each change of the file, which need not exist yet. Watches the folder, because an atomic write replaces the
 * file itself. May report a change more than once, and reports none where the system has no more watchers: what is read at the start must not
 * depend on them. Returns a function that stops watching. Throws the system's error if there can be no folder.
 */
export function watchFile(path: string, listener: () => void): () => void {
  makePrivateFolder(dirname(path));
  const watcher = watchEntry(dirname(path), basename(path), listener);
  return () => watcher?.close();
}

// Notification of changes to a file of others, whose folder may not exist.

/**
 * Runs `listener` after each change of the file, and when its folder is created, replaced, or deleted. Creates nothing. May report a change
 * more than once. Returns a function that stops watching.
 */
export function watchExistingFile(path: string, listener: () => void): () => void {
  const folder = dirname(path);
  let inner: FSWatcher | null = null;
  const follow = () => {
    inner?.close();
    inner = watchEntry(folder, basename(path), listener);
  };
  const outer = watchEntry(dirname(folder), basename(folder), () => {
    follow();
    listener();
  });
  follow();
  return () => {
    outer?.close();
    inner?.close();
  };
}

/** Returns null if the folder can't be watched, because it doesn't exist or the system has no more watchers. */
function watchEntry(folder: string, entry: string, listener: () => void): FSWatcher | null {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => {
      if (name === null || name === entry) listener();
    });
    watcher.on('error', () => undefined);
    return watcher;
  } catch {
    return null;
  }
}
