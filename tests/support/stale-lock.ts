/** Locks between processes that look as if their holder had shown no sign of life for a while. */
import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Makes a lock's last sign of life lie `seconds` in the past, or in the future where they are negative. A lock that was given back is none. */
export async function ageLock(path: string, seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1000);
  const marks = await readdir(path).catch(() => []);
  for (const name of ['', ...marks]) await utimes(join(path, name), then, then).catch(() => undefined);
}
