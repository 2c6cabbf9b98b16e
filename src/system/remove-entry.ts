/** Deletes files and folders without following links: of a link, the link itself is deleted. */
import { lstat, rmdir, unlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { withFolder } from './open-folder';

const maxTries = 6;
const retryMillis = 100;
/** Another program has the file open, which Windows refuses, or adds files to the folder. */
const passingFaults: readonly unknown[] = ['EBUSY', 'EMFILE', 'ENFILE', 'ENOTEMPTY', 'EPERM'];

/** Deletes a file or a link. Does nothing if it is missing. Rejects with the system's error, also for a folder. */
export async function removeFile(path: string): Promise<void> {
  await retried(() => unlink(path));
}

/** Deletes a folder with everything in it. Does nothing if it is missing. Rejects with an error for anything else, such as a link to a folder. */
export async function removeFolder(path: string): Promise<void> {
  if ((await lstat(path).catch(nullIfMissing)) === null) return;
  await withFolder(path, async ({ names, pathOf }) => {
    for (const name of await names()) await removeEntry(await pathOf(name));
  });
  await retried(() => rmdir(path));
}

/** Deletes a file, a link, or a folder with everything in it. Does nothing if it is missing. */
export async function removeEntry(path: string): Promise<void> {
  const found = await lstat(path).catch(nullIfMissing);
  if (found === null) return;
  await (found.isDirectory() ? removeFolder(path) : removeFile(path));
}

async function retried(task: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await task();
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'ENOENT') return;
      if (tries === maxTries || !passingFaults.includes(code)) throw cause;
      await sleep(retryMillis);
    }
  }
}

function nullIfMissing(cause: NodeJS.ErrnoException): null {
  if (cause.code === 'ENOENT') return null;
  throw cause;
}
