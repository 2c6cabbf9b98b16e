/** Lets one process at a time open a data folder: two that seed, upgrade, or set aside the same file would damage its data. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDatabaseFile } from './data-folder';
import { openDatabase, type Store } from './database';

const pollMillis = 20;

/**
 * Runs the task while no other process runs one with the same folder, and waits for as long as that takes. The lock is SQLite's
 * own on an empty database: the system releases it when its holder ends, however it ends.
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
