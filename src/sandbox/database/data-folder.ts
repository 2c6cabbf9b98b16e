/** The data folder. It contains keys and passwords in clear text, so only its owner has access. */
import { accessSync, chmodSync, closeSync, constants, lstatSync, openSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { openDatabase } from './database';

/** Thrown when the data folder can't be created or written to. */
export class FolderNotWritable extends Error {
  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} cannot be written to.`, { cause });
  }
}

const ownerOnly = 0o600;
/** The database, the lock, SQLite's files beside them, and renamed unreadable data. */
const ownFiles = /^sandbox\.(db|lock)/;

/**
 * Creates the folder with access for its owner only, and restricts an existing one and its files.
 *
 * Throws `FolderNotWritable`, also if something other than a file is in the place of one: SQLite would block on a pipe.
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
 * Creates an empty database file, because SQLite would create one that every user can read. SQLite's additional files get the same
 * mode.
 *
 * An existing file isn't opened: closing it would release the locks that this process has on it.
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
  // SQLite deletes its additional files when the last process closes the database.
  if (found === undefined) return;
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  // A link may point to a file of another program.
  if ((found.mode & 0o077) !== 0 && !lstatSync(path).isSymbolicLink()) chmodSync(path, ownerOnly);
}

/** Lets one process at a time open a data folder: concurrent seeding, upgrading or renaming would damage the data. */
const pollMillis = 20;

/**
 * Runs the task while no other process runs one with the same folder, and waits until then.
 *
 * The lock is SQLite's lock on an empty database, which the system releases when the process ends, even if it crashes.
 */
export async function withFolderLock<T>(folder: string, task: () => Promise<T>): Promise<T> {
  const file = join(folder, 'sandbox.lock');
  createDatabaseFile(file);
  // With any content, it is no database that can be locked. None is lost: the lock never has any.
  if (statSync(file).size > 0) truncateSync(file);
  const lock = openDatabase(file);
  try {
    lock.script('PRAGMA busy_timeout = 0');
    await whenFree(() => lock.script('BEGIN EXCLUSIVE'));
    return await task();
  } finally {
    lock.close();
  }
}

/** Runs work with a database, and again until no other process has it locked. */
export async function whenFree<T>(work: () => T): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
    await sleep(pollMillis);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && /^SQLITE_BUSY/.test(String((error as { code?: unknown }).code));
}
