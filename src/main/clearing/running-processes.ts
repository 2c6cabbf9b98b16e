/** The processes that run the app on a profile: a file with the number of each, because a start must not delete what another one writes. */
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '../../system/make-private-folder';
import { ownerOnly } from '../../system/private-file';
import type { Clock } from '../ports';

const prefix = 'running-';
const pollMillis = 100;
/** Longer than a process may take to close. A number may since belong to another program, so this isn't a failure. */
export const maxWaitMillis = 15_000;

/** Notes that this process runs the app. Returns a function that ends that. Neither rejects. */
export async function noteRunning(profileFolder: string): Promise<() => Promise<void>> {
  const file = join(profileFolder, `${prefix}${process.pid}`);
  await write(profileFolder, file).catch(() => undefined);
  return () => rm(file, { force: true }).catch(() => undefined);
}

async function write(profileFolder: string, file: string): Promise<void> {
  makePrivateFolder(profileFolder);
  await writeFile(file, '', { mode: ownerOnly });
}

/** Resolves when no other process runs the app on the profile, after 15 s at the latest. */
export async function othersEnded(profileFolder: string, clock: Pick<Clock, 'after' | 'monotonic'>): Promise<void> {
  const until = clock.monotonic() + maxWaitMillis;
  while ((await others(profileFolder)).some(isRunning) && clock.monotonic() < until) {
    await new Promise<void>((resolve) => clock.after(pollMillis, resolve));
  }
}

async function others(profileFolder: string): Promise<number[]> {
  const names = await readdir(profileFolder).catch(() => []);
  const numbers = names.filter((name) => /^running-\d+$/.test(name)).map((name) => Number(name.slice(prefix.length)));
  return numbers.filter((pid) => pid !== process.pid);
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // The process exists, and belongs to another user.
    return (thrown as NodeJS.ErrnoException).code === 'EPERM';
  }
}
