/** The processes that run the app on a profile: a file with the number of each, because a start must not delete what another one writes. */
import { rmSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isRunning } from '#system/is-running.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { ownerOnly } from '#system/private-file.ts';
import type { Clock } from '../ports/ports';

const prefix = 'running-';
const pollMillis = 100;
/** Longer than a process may take to close. A number may since belong to another program, so this isn't a failure. */
const maxWaitMillis = 15_000;

/** What keeps each note of this process. */
const keepers = new Map<string, object>();

/**
 * Notes that this process runs the app. Returns a function that ends that, unless the process has noted the profile again since: an app that
 * closes late must not end the note of the one that replaced it. Neither rejects.
 */
export async function noteRunning(profileFolder: string): Promise<() => Promise<void>> {
  const file = join(profileFolder, `${prefix}${process.pid}`);
  const keeper = {};
  keepers.set(file, keeper);
  await write(profileFolder, file).catch(() => undefined);
  return async () => {
    if (keepers.get(file) !== keeper) return;
    keepers.delete(file);
    // At once: between the check and a later deletion, the profile could be noted again.
    try {
      rmSync(file, { force: true });
    } catch {}
  };
}

async function write(profileFolder: string, file: string): Promise<void> {
  makePrivateFolder(profileFolder);
  // The note of an ended process with this number, or a link, which would be followed.
  rmSync(file, { force: true });
  await writeFile(file, '', { flag: 'wx', mode: ownerOnly });
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
