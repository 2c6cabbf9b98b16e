/** Makes locks between processes look stale. */
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Sets the last update of a lock to `seconds` ago, or in the future if negative. Ignores a lock that was released. */
export async function ageLock(path: string, seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1000);
  const marks = await readdir(path).catch(() => []);
  for (const name of ['', ...marks]) await utimes(join(path, name), then, then).catch(() => undefined);
}
