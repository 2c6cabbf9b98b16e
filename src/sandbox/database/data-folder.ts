/** The folder of the sandbox's data, which has keys and passwords in clear: its owner's only. */
import { accessSync, chmodSync, closeSync, constants, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { makePrivateFolder } from '../../system/make-private-folder';

/** The data folder cannot be created or written to. */
export class FolderNotWritable extends Error {
  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} cannot be written to.`, { cause });
  }
}

const ownerOnly = 0o600;
/** The database, the lock, what SQLite keeps beside them, and data that was set aside. */
const ownFiles = /^sandbox\.(db|lock)/;

/**
 * Creates the folder for its owner only, and closes it and its files to other users where they exist. Throws `FolderNotWritable`, also where
 * something else than a file is in the place of one: SQLite would wait for the other end of a pipe.
 */
export function prepareDataFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
    accessSync(folder, constants.W_OK | constants.X_OK);
    for (const name of readdirSync(folder)) if (ownFiles.test(name)) restrictToOwner(join(folder, name));
  } catch (error) {
    throw new FolderNotWritable(folder, error);
  }
}

/**
 * Creates an empty file for a database, because SQLite would create one that everybody may read. What it adds beside a file has the modes of
 * that file. One that exists is left alone, and not even opened: closing it would release the locks that this process has on it.
 */
export function createDatabaseFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', ownerOnly));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function restrictToOwner(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  // SQLite removes what it keeps beside its file when the last process closes it.
  if (found === undefined) return;
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  if ((found.mode & 0o077) !== 0) chmodSync(path, ownerOnly);
}
