/** Notification of changes to a file, including its replacement by another process. */
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makePrivateFolder } from '#system/make-private-folder.ts';

/**
 * Runs `listener` after each change of the file, which need not exist yet. Watches the folder, because an atomic write replaces the
 * file itself. May report a change more than once. Returns a function that stops watching.
 */
export function watchFile(path: string, listener: () => void): () => void {
  makePrivateFolder(dirname(path));
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(path)) listener();
  });
  watcher.on('error', () => undefined);
  return () => watcher.close();
}
