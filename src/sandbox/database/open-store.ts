/** Opens the sandbox's data in memory or in a folder. */
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random';
import { type Seed, seedDatabase } from '../seed/seed-database';
import { createDatabaseFile, prepareDataFolder } from './data-folder';
import { openDatabase, type Store } from './database';
import { withFolderLock } from './folder-lock';
import { indices, schemaVersion, searchIndices, tables } from './schema';
import { oldestVersion, upgradeDatabase } from './upgrade';

interface OpenOptions {
  /** If absent, the data is kept in memory. */
  readonly folder?: string | undefined;
  readonly seed: Seed;
  readonly random: Random;
  readonly now: number;
  /** Called with a sentence for the user when a file had to be renamed. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * Returns the database, seeded if it is new.
 *
 * An unreadable file is renamed, never deleted. Several processes can open the same folder, even concurrently: the first one seeds
 * it. Throws `FolderNotWritable`.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  if (options.folder === undefined) {
    const store = openDatabase(':memory:');
    seedDatabase(store, options.seed, options.random, options.now);
    return store;
  }
  const { folder } = options;
  prepareDataFolder(folder);
  return withFolderLock(folder, () => openFile(join(folder, 'sandbox.db'), options));
}

async function openFile(file: string, options: OpenOptions): Promise<Store> {
  if (existsSync(file) && statSync(file).size > 0) {
    const store = isFinished(file) ? reopen(file) : undefined;
    if (store !== undefined) return store;
    options.onNotice(
      `The sandbox's data could not be read; the file was renamed to ${setAside(file, options.now)}, and new data was created.`,
    );
  }
  return seededFile(file, options);
}

/** Seeds a new file. The version is written last, so that an interrupted seed isn't treated as complete. */
async function seededFile(file: string, { seed, random, now }: OpenOptions): Promise<Store> {
  createDatabaseFile(file);
  const store = openDatabase(file);
  try {
    store.script(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cacheKibibytes}`);
    seedDatabase(store, seed, random, now);
    return withPragmas(store);
  } catch (error) {
    store.close();
    throw error;
  }
}

/**
 * Whether the file is a database of a version that can be read or upgraded.
 *
 * The version is read from the file's header, because some systems can't rename a file that SQLite has opened in this process.
 */
function isFinished(file: string): boolean {
  const header = Buffer.alloc(100);
  const descriptor = openSync(file, 'r');
  try {
    const length = readSync(descriptor, header, 0, header.length, 0);
    return length === header.length && header.toString('latin1', 0, 16) === 'SQLite format 3\0' && isReadable(header.readUInt32BE(60));
  } finally {
    closeSync(descriptor);
  }
}

function isReadable(version: number): boolean {
  return version >= oldestVersion && version <= schemaVersion;
}

/** Cache size. Searches of large data depend on it; the library's default is 2 MB. */
const cacheKibibytes = 64 * 1024;

const checkedBytes = 64 * 1024 * 1024;

/** Opens an existing file. Returns undefined if it is damaged. */
function reopen(file: string): Store | undefined {
  let store: Store | undefined;
  try {
    store = withPragmas(openDatabase(file));
    // Checking every page of a large file would delay the start too much.
    const checkResult =
      statSync(file).size > checkedBytes ? 'ok' : store.one<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
    if (checkResult === 'ok') {
      upgradeDatabase(store);
      store.script(`${tables}${indices}${searchIndices}`);
      return store;
    }
  } catch {
    // The caller renames the file in any case.
  }
  store?.close();
  return undefined;
}

function withPragmas(store: Store): Store {
  store.script(`PRAGMA cache_size = -${cacheKibibytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL`);
  store.script('PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON');
  return store;
}

function setAside(file: string, now: number): string {
  const aside = `${file}.unreadable-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  renameSync(file, aside);
  for (const suffix of ['-wal', '-shm']) if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${aside}${suffix}`);
  return aside;
}
