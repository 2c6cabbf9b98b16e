/** Hears when a file changes, also when another process replaces it. */
import { mkdirSync, watch } from 'node:fs';
import { basename, dirname } from 'node:path';

/**
 * Runs `listener` after each change of the file, which need not exist yet. The folder is watched, because an atomic write
 * replaces the file itself. A change may be heard more than once; the answer stops.
 */
export function watchFile(path: string, listener: () => void): () => void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
    if (name === null || name === basename(path)) listener();
  });
  watcher.on('error', () => undefined);
  return () => watcher.close();
}
