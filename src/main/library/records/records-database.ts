/** `records.db`: opened with its key, brought up to date, and never rebuilt: a file that can't be used is moved aside. */
import { randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { OpenRecords } from '#contract/workers/records.ts';
import { type Database, LibraryError, openEncrypted } from '../encrypted-database';
import { appendEntry, chainEnd, openIntents } from './append-entries';
import { baseTable } from './bases';
import { blockIndex, blockTable, formerBlocks } from './job-blocks';
import { jobTables } from './job-tables';

export interface RecordsDatabase extends Database {
  /** Name of the file to which one was moved at this opening; null if none was. */
  readonly setAside: string | null;
}

/** Pages in the journal of the database after which they are brought into the file: rows of a job are, of which there are many, a few times for all. */
const checkpointPages = 4_000;

/** Each entry is on the disk before its write is sent. What is erased is overwritten. */
const pragmas = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = 2; PRAGMA secure_delete = ON;
  PRAGMA wal_autocheckpoint = ${checkpointPages}`;

/** A column that is read from the entry itself, so that what is listed can't differ from what is verified. */
const column = (name: string, type: string, path: string) =>
  `${name} ${type} AS (iif(json_valid(body), json_extract(body, '$.${path}'), NULL)) VIRTUAL`;

/** What brings a file from each version of the schema to the next one. */
const upgrades: readonly string[] = [
  `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE entries (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, body TEXT NOT NULL,
    ${column('kind', 'TEXT', 'kind')}, ${column('time', 'INTEGER', 'timeMillis')}, ${column('about', 'INTEGER', 'facts.about')},
    ${column('result', 'TEXT', 'facts.result')}, ${column('actor', 'TEXT', 'facts.actor.id')},
    ${column('connection', 'TEXT', 'facts.connectionId')}, ${column('destination', 'TEXT', 'facts.destination')},
    ${column('endpoint', 'TEXT', 'facts.endpoint')}, ${column('target_kind', 'TEXT', 'facts.target.kind')},
    ${column('job', 'TEXT', 'facts.job')}, ${column('undoes', 'INTEGER', 'facts.undoes')},
    ${column('impersonation', 'TEXT', 'facts.impersonation')});
  CREATE INDEX entries_about ON entries (about) WHERE about IS NOT NULL;
  CREATE INDEX entries_result ON entries (result) WHERE result IS NOT NULL;
  CREATE INDEX entries_time ON entries (time);
  CREATE INDEX entries_actor ON entries (actor) WHERE actor IS NOT NULL;
  CREATE INDEX entries_connection ON entries (connection) WHERE connection IS NOT NULL;
  CREATE INDEX entries_endpoint ON entries (endpoint) WHERE endpoint IS NOT NULL;
  CREATE INDEX entries_kind ON entries (target_kind) WHERE target_kind IS NOT NULL;
  CREATE INDEX entries_job ON entries (job) WHERE job IS NOT NULL;
  CREATE INDEX entries_undoes ON entries (undoes) WHERE undoes IS NOT NULL;
  CREATE INDEX entries_impersonation ON entries (impersonation) WHERE impersonation IS NOT NULL;
  CREATE TABLE personal (seq INTEGER PRIMARY KEY, salt TEXT NOT NULL, json TEXT NOT NULL);
  CREATE TABLE erased (seq INTEGER PRIMARY KEY, by INTEGER NOT NULL);
  CREATE TABLE named (id TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (id, seq)) WITHOUT ROWID;
  CREATE INDEX named_seq ON named (seq);
  CREATE TABLE open_intents (seq INTEGER PRIMARY KEY, writer TEXT NOT NULL, pid INTEGER NOT NULL);
  CREATE TABLE texts (seq INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE texts_index USING fts5 (text, content = 'texts', content_rowid = 'seq', tokenize = 'trigram case_sensitive 1');
  CREATE TABLE snapshots (id TEXT PRIMARY KEY, connection TEXT NOT NULL, destination TEXT NOT NULL, target TEXT NOT NULL, taken INTEGER NOT NULL,
    seq INTEGER, deletion TEXT NOT NULL, json TEXT NOT NULL, progress TEXT NOT NULL);
  CREATE INDEX snapshots_connection ON snapshots (connection, taken);
  CREATE INDEX snapshots_seq ON snapshots (seq) WHERE seq IS NOT NULL;
  INSERT INTO texts_index (texts_index, rank) VALUES ('secure-delete', 1);
  ${jobTables}
  `,
  baseTable,
  ...formerBlocks,
  blockTable,
  blockIndex,
];

/**
 * Opens the records, which are created if there are none. A file that is damaged, encrypted with another key, or something else is moved to
 * another name, which is reported. Throws a `LibraryError`: `newer` for a file of a later version of Latchkey, which is left as it is.
 */
export function openRecordsDatabase({ path, key, nowMillis, isDamaged }: OpenRecords): RecordsDatabase {
  const open = (setAside: string | null) =>
    openEncrypted({ path, key, pragmas }, (database) => (isUpToDate(database, nowMillis) ? { ...database, setAside } : null));
  const found = isDamaged ? null : open(null);
  if (found !== null) return found;
  const created = open(setFileAside(path, nowMillis));
  if (created === null) throw new LibraryError('unavailable');
  return created;
}

/** Brings the database up to date. Returns false for one of something else. */
function isUpToDate(database: Database, timeMillis: number): boolean {
  return database.transaction(() => {
    const hasTable = (name: string) => database.one('SELECT 1 FROM sqlite_master WHERE name = ?', [name]) !== undefined;
    const isNew = database.one('SELECT 1 FROM sqlite_master LIMIT 1') === undefined;
    if (!isNew && !(hasTable('settings') && hasTable('entries'))) return false;
    const stored = isNew ? { value: '0' } : database.one<{ value: string }>("SELECT value FROM settings WHERE name = 'schema'");
    const version = Number(stored?.value ?? Number.NaN);
    if (!Number.isSafeInteger(version)) return false;
    if (version > upgrades.length) throw new LibraryError('newer');
    for (const upgrade of upgrades.slice(version)) database.script(upgrade);
    if (version < upgrades.length)
      database.run("INSERT OR REPLACE INTO settings (name, value) VALUES ('schema', ?)", [String(upgrades.length)]);
    if (isNew) {
      const chain = randomBytes(16).toString('hex');
      database.run("INSERT INTO settings (name, value) VALUES ('chain', ?)", [chain]);
      appendEntry(database, { kind: 'start', timeMillis, facts: { chain } });
    }
    // Reads the end of the tables that are written: a file may be damaged where opening it doesn't look.
    chainEnd(database);
    openIntents(database);
    return true;
  });
}

/** Moves the files of a database to a name that isn't taken. Returns the name. Throws `unavailable` if the system refuses. */
function setFileAside(path: string, nowMillis: number): string {
  const start = basename(path, '.db');
  const time = new Date(nowMillis).toISOString().slice(0, 19).replace(/\D/g, '-');
  const names = (number: number) => `${start}.broken-${time}${number === 0 ? '' : `-${number}`}.db`;
  let number = 0;
  while (existsSync(join(dirname(path), names(number)))) number += 1;
  const name = names(number);
  try {
    // Together with what isn't in the file yet.
    for (const end of ['-wal', '-journal', '-shm', ''])
      if (existsSync(`${path}${end}`)) renameSync(`${path}${end}`, join(dirname(path), `${name}${end}`));
  } catch (cause) {
    throw new LibraryError('unavailable', { cause });
  }
  return name;
}
