/** Opens the sandbox's data: in memory, or a folder that outlives a restart. */
import { accessSync, constants, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Random } from '../random';
import { openDatabase, type Store } from './database';
import { indices, schemaVersion, search, tables } from './schema';
import { type Seed, seedDatabase } from './seed';

export interface OpenOptions {
  /** Absent: in memory, gone with the process. */
  readonly folder?: string | undefined;
  readonly seed: Seed;
  readonly random: Random;
  readonly now: number;
  /** Hears one sentence when something had to be put aside. */
  readonly onNotice: (sentence: string) => void;
}

/** The data folder cannot be created or written to. */
export class FolderNotWritable extends Error {
  constructor(folder: string, cause: unknown) {
    super(`The data folder ${folder} cannot be written to.`, { cause });
  }
}

/**
 * Answers the database, seeded when it is new. A file that cannot be read is set aside, never deleted. Fails with
 * `FolderNotWritable`.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  if (options.folder === undefined) {
    const store = openDatabase(':memory:');
    await seedDatabase(store, options.seed, options.random, options.now);
    return store;
  }
  const file = join(writable(options.folder), 'sandbox.db');
  if (existsSync(file)) {
    const store = reopened(file);
    if (store !== undefined) return store;
    options.onNotice(`The sandbox's data could not be read; it was set aside as ${setAside(file, options.now)} and a new start was made.`);
  }
  await seedFile(file, options);
  return withPragmas(openDatabase(file));
}

function writable(folder: string): string {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw new FolderNotWritable(folder, error);
  }
}

/** Under another name first, so that a seed that was interrupted is never taken for finished. */
async function seedFile(file: string, { seed, random, now }: OpenOptions): Promise<void> {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  const store = openDatabase(unfinished);
  try {
    store.script('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536');
    await seedDatabase(store, seed, random, now);
  } finally {
    store.close();
  }
  renameSync(unfinished, file);
}

const checkedBytes = 64 * 1024 * 1024;

/** Nothing when the file is no database, is damaged, or has tables of another version. */
function reopened(file: string): Store | undefined {
  let store: Store | undefined;
  try {
    store = withPragmas(openDatabase(file));
    const version = store.one<{ user_version: number }>('PRAGMA user_version')?.user_version;
    // Checking every page of a large file would take longer than anybody waits for a start.
    const verdict = statSync(file).size > checkedBytes ? 'ok' : store.one<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
    if (version === schemaVersion && verdict === 'ok') {
      store.script(`${tables}${indices}${search}`);
      return store;
    }
  } catch {
    // Whatever the database says, the file is set aside by the caller.
  }
  store?.close();
  return undefined;
}

/** The cache is what searches of large data live on; two megabytes are the library's own. */
const cacheKibibytes = 64 * 1024;

function withPragmas(store: Store): Store {
  store.script(`PRAGMA cache_size = -${cacheKibibytes}`);
  store.script('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 5000; PRAGMA foreign_keys = ON');
  return store;
}

function setAside(file: string, now: number): string {
  const aside = `${file}.unreadable-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
  renameSync(file, aside);
  for (const suffix of ['-wal', '-shm']) if (existsSync(`${file}${suffix}`)) renameSync(`${file}${suffix}`, `${aside}${suffix}`);
  return aside;
}
