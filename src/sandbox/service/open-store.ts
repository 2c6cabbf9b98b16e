/** Opens the sandbox's data in memory or in a folder. */
import { closeSync, existsSync, openSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createDatabaseFile, prepareDataFolder, whenFree, withFolderLock } from '../database/data-folder';
import { openDatabase, type Store } from '../database/database';
import type { Random } from '../random';
import { createRelease, defaultRelease } from '../releases/release';
import { type Seed, seedDatabase } from '../seed/seed-database';
import { indices, schemaVersion, searchIndices, tables } from '../stores/schema';

interface OpenOptions {
  /** If absent, the data is kept in memory. */
  readonly folder?: string | undefined;
  readonly seed: Seed;
  /** The release for new data, which decides the names of default permissions. */
  readonly release?: string | undefined;
  readonly random: Random;
  readonly now: number;
  /** Called with a sentence for the user when a file had to be renamed. */
  readonly onNotice: (sentence: string) => void;
}

/**
 * Returns the database, seeded if it is new.
 *
 * An unreadable file is renamed, never deleted. Several processes can open the same folder, even concurrently: the first one seeds
 * it. Throws `FolderNotWritable`, and the library's error for a file that may be opened later, such as on a full disk.
 */
export async function openStore(options: OpenOptions): Promise<Store> {
  if (options.folder === undefined) {
    const store = openDatabase(':memory:');
    seedDatabase(store, options.seed, options.random, options.now, createRelease(options.release ?? defaultRelease));
    return store;
  }
  const { folder } = options;
  prepareDataFolder(folder);
  return withFolderLock(folder, () => openFile(join(folder, 'sandbox.db'), options));
}

async function openFile(file: string, options: OpenOptions): Promise<Store> {
  if (existsSync(file) && statSync(file).size > 0) {
    const store = isFinished(file) ? await whenFree(() => reopen(file)) : undefined;
    if (store !== undefined) return store;
    options.onNotice(
      `The sandbox's data could not be read; the file was renamed to ${setAside(file, options.now)}, and new data was created.`,
    );
  }
  return seededFile(file, options);
}

/** Seeds a new file. The version is written last, so that an interrupted seed isn't treated as complete. */
async function seededFile(file: string, { seed, random, now, release }: OpenOptions): Promise<Store> {
  createDatabaseFile(file);
  const store = openDatabase(file);
  try {
    store.script(`PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -${cacheKibibytes}`);
    seedDatabase(store, seed, random, now, createRelease(release ?? defaultRelease));
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

/** Codes of errors that say nothing about the data: another process has the file, as when it closes it, or the system can't open it now. */
const passing = /^SQLITE_(?:BUSY|LOCKED|FULL|NOMEM|CANTOPEN|READONLY|PERM|AUTH|IOERR(?!_(?:READ|SHORT_READ|CORRUPTFS)))/;

/** Opens an existing file. Returns undefined if it is damaged. Throws an error that passes. */
function reopen(file: string): Store | undefined {
  let store: Store | undefined;
  try {
    store = openDatabase(file);
    withPragmas(store);
    // Checking every page of a large file would delay the start too much.
    const checkResult =
      statSync(file).size > checkedBytes ? 'ok' : store.one<{ quick_check: string }>('PRAGMA quick_check(1)')?.quick_check;
    if (checkResult === 'ok') {
      upgradeDatabase(store);
      store.script(`${tables}${indices}${searchIndices}`);
      return store;
    }
  } catch (error) {
    if (passing.test(String((error as { code?: unknown }).code))) {
      store?.close();
      throw error;
    }
    // The caller renames the file.
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

/** Oldest version that can be upgraded. */
const oldestVersion = 2;

/** Upgrades the data in one transaction. Does nothing if it is current. */
function upgradeDatabase(store: Store): void {
  const isUpgraded = store.transaction(() => {
    const version = versionOf(store) ?? 0;
    if (version === schemaVersion) return false;
    if (version < 3) toVersion3(store);
    toVersion4(store);
    store.script(`PRAGMA user_version = ${schemaVersion}`);
    return true;
  });
  if (!isUpgraded) return;
  // The file's header has to contain the version, because it is read from there.
  store.script('PRAGMA wal_checkpoint(TRUNCATE)');
}

function versionOf(store: Store): number | undefined {
  return store.one<{ readonly user_version: number }>('PRAGMA user_version')?.user_version;
}

function toVersion3(store: Store): void {
  store.script(`
ALTER TABLE mails ADD COLUMN sender TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN country TEXT;
DROP INDEX IF EXISTS sessions_by_country;
ALTER TABLE oauth_accounts RENAME TO former_accounts;
ALTER TABLE oauth_tokens RENAME TO former_tokens;
`);
  store.script(tables);
  store.script(`
INSERT INTO oauth_accounts (user, provider, account_id, email, id, allow_sign_in, allow_connected_accounts)
  SELECT user, provider, account_id, email, id, allow_sign_in, allow_connected_accounts FROM former_accounts;
INSERT INTO oauth_tokens (user, provider, account_id, scope, access_token, expires_at, refresh_token)
  SELECT t.user, t.provider, a.account_id, t.scope, t.access_token, t.expires_at, t.refresh_token
  FROM former_tokens t JOIN former_accounts a ON a.user = t.user AND a.provider = t.provider;
DROP TABLE former_tokens;
DROP TABLE former_accounts;
UPDATE users SET country = (SELECT json_extract(s.ip_info, '$.countryCode') FROM sessions s
  WHERE s.user = users.key AND s.ip_info IS NOT NULL ORDER BY s.last_used_at DESC LIMIT 1);
UPDATE mails SET sender = coalesce(
  (SELECT json_extract(l.sender, '$.sender_name') || ' <' || json_extract(l.sender, '$.sender_email') || '>' FROM mail_log l WHERE l.id = mails.id),
  '');
${internalAsTheService}`);
}

/** Columns for later releases. */
function toVersion4(store: Store): void {
  store.script(`
ALTER TABLE users ADD COLUMN restricted_by_admin INTEGER NOT NULL DEFAULT 0;
ALTER TABLE users ADD COLUMN restricted_reason TEXT;
ALTER TABLE users ADD COLUMN restricted_details TEXT;
ALTER TABLE users ADD COLUMN country_code TEXT;
ALTER TABLE users ADD COLUMN risk_scores TEXT;
ALTER TABLE projects ADD COLUMN owner_team TEXT;
ALTER TABLE projects ADD COLUMN appearance TEXT NOT NULL DEFAULT '{}';
ALTER TABLE cli_logins ADD COLUMN anonymous_token TEXT;
`);
}

/** Replaces only values that the sandbox itself had written. */
const internalAsTheService = `
UPDATE projects SET display_name = 'Stack Dashboard' WHERE id = 'internal' AND display_name = 'Dashboard';
UPDATE projects SET config = json_set(config, '$.team_creator_default_permissions', json('[]'))
  WHERE id = 'internal' AND json_extract(config, '$.team_creator_default_permissions') = '[{"id":"admin"}]';
UPDATE projects SET config = json_set(config, '$.team_member_default_permissions', json('[]'))
  WHERE id = 'internal' AND json_extract(config, '$.team_member_default_permissions') = '[{"id":"member"}]';
DELETE FROM permissions WHERE project = (SELECT key FROM projects WHERE id = 'internal')
  AND (id, description) IN (VALUES ('admin', 'Default permission for team admins'), ('member', 'Default permission for team members'));
UPDATE permissions SET description = 'Default permission for team creators'
  WHERE id = 'admin' AND description = 'Default permission for team admins';
`;
