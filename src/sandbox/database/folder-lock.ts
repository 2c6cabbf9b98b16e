/** Lets one process at a time open a data folder: concurrent seeding, upgrading or renaming would damage the data. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabaseFile } from './data-folder';
import { openDatabase, type Store } from './database';

const pollMillis = 20;

/**
 * Runs the task while no other process runs one with the same folder, and waits until then.
 *
 * The lock is SQLite's lock on an empty database, which the system releases when the process ends, even if it crashes.
 */
export async function withFolderLock<T>(folder: string, task: () => Promise<T>): Promise<T> {
  const file = join(folder, 'sandbox.lock');
  createDatabaseFile(file);
  const lock = openDatabase(file);
  try {
    lock.script('PRAGMA busy_timeout = 0');
    while (!isTaken(lock)) await sleep(pollMillis);
    return await task();
  } finally {
    lock.close();
  }
}

function isTaken(lock: Store): boolean {
  try {
    lock.script('BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === 'SQLITE_BUSY';
}
