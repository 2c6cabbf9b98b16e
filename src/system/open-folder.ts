/** Access to the entries of the folder that was opened, also if another program moves it and puts a link in its place. */
import { constants } from 'node:fs';
import { lstat, open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface OpenFolder {
  /** Returns the names of the entries. Throws like `pathOf`. */
  names(): Promise<string[]>;
  /** Returns the path of an entry. Throws if the folder that was opened isn't at its path any longer. */
  pathOf(name: string): Promise<string>;
}

export interface OpenFolderOptions {
  /** Opens the folder that a link points to. Otherwise, a link is refused. */
  readonly followLink?: boolean;
  /** The folder in which the system lists open files by number, so that a path needs no name; null without one. */
  readonly descriptors?: string | null;
}

/**
 * Node has no call for an entry of an open folder. On Linux, a path can name one by number. Elsewhere, the folder is compared before each use,
 * which leaves a moment in between.
 */
const systemDescriptors = process.platform === 'linux' ? '/proc/self/fd' : null;

/** Runs a task with a folder. Rejects if there is none, and for a link without `followLink`. */
export async function withFolder<T>(
  path: string,
  task: (folder: OpenFolder) => Promise<T>,
  { followLink = false, descriptors = systemDescriptors }: OpenFolderOptions = {},
): Promise<T> {
  // Windows has neither flag.
  const flags = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (followLink ? 0 : (constants.O_NOFOLLOW ?? 0));
  const handle = await open(path, flags);
  try {
    const opened = await handle.stat({ bigint: true });
    const isOpened = async (place: string) => {
      const found = await (followLink ? stat : lstat)(place, { bigint: true }).catch(() => null);
      return found?.isDirectory() === true && found.dev === opened.dev && found.ino === opened.ino;
    };
    const byNumber = descriptors && `${descriptors}/${handle.fd}`;
    const base = async () => {
      if (byNumber !== null && (await isOpened(`${byNumber}/.`))) return byNumber;
      if (!(await isOpened(path))) throw new Error(`${path} is not the folder that was opened`);
      return path;
    };
    await base();
    return await task({
      names: async () => readdir(await base()),
      pathOf: async (name) => join(await base(), name),
    });
  } finally {
    await handle.close();
  }
}
