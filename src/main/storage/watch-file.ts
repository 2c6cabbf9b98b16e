/** Hears when a file changes, also when another process replaces it. */
import { watch } from 'node:fs';
import { basename, dirname } from 'node:path';
import { makePrivateFolder } from '../../system/make-private-folder';

/**
 * Runs `listener` after each change of the file, which need not exist yet. The folder is watched, because an atomic write
 * replaces the file itself. A change may be heard more than once; the answer stops.
 */
export function watchFile(path: string, listener: () => void): () => void {
  makePrivateFolder(dirname(path));
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(path)) listener();
  });
  watcher.on('error', () => undefined);
  return () => watcher.close();
}
