/** Makes locks between processes look stale. */
import { readdir, rename, utimes } from 'node:fs/promises';
import { join } from 'node:path';

/** Sets the last update of a lock to `seconds` ago, or in the future if negative. Ignores a lock that was released. */
export async function ageLock(path: string, seconds: number): Promise<void> {
  const then = new Date(Date.now() - seconds * 1000);
  const marks = await readdir(path).catch(() => []);
  for (const name of ['', ...marks]) await utimes(join(path, name), then, then).catch(() => undefined);
}

/**
 * Makes the locks of a profile look as those of a process that has ended, and as old as they are when another one has waited for them. The
 * process may have ended within the one of a spec.
 */
export async function leaveLocks(profile: string): Promise<void> {
  const locks = (await readdir(join(profile, 'locks')).catch(() => [])).map((name) => join('locks', name));
  for (const name of [...(await readdir(profile)).filter((each) => each.endsWith('.lock')), ...locks]) {
    const path = join(profile, name);
    for (const mark of await readdir(path).catch(() => [])) {
      // The process with the number of this one has started at another time (`lock-holder.ts`).
      const [own = '', start] = new RegExp(`^.*\\.${process.pid}\\.(\\d+)$`).exec(mark) ?? [];
      if (start !== undefined) await rename(join(path, own), join(path, `${own.slice(0, -start.length)}1`));
    }
    await ageLock(path, 11);
  }
}
