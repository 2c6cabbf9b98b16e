/** The database of an index: opened with its key, and created again whenever it can't be used. */
import { rmSync } from 'node:fs';
import type { OpenIndex } from '#contract/workers/library.ts';
import { type Database, LibraryError, openEncrypted } from './encrypted-database';
import { metadataColumns } from './user-json';

export interface IndexDatabase extends Database {
  /** Whether the file was created at this opening in place of one that couldn't be used. */
  readonly wasRebuilt: boolean;
}

/** Version of the schema. An index of another one is built again. */
const schemaVersion = '3';

/** Pages in the journal after which they are brought into the file: most are written several times before. */
const checkpointPages = 4_000;
/** Memory for pages in kilobytes. */
const cacheKilobytes = 65_536;

const schema = `
  CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE people (rid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, name TEXT, email TEXT);
  CREATE INDEX people_name ON people (name);
  CREATE INDEX people_email ON people (email);
  CREATE TABLE facts (rid INTEGER PRIMARY KEY, flags INTEGER NOT NULL, signed_up INTEGER NOT NULL, last_active INTEGER NOT NULL,
    country TEXT NOT NULL, pass INTEGER NOT NULL);
  CREATE INDEX facts_signed_up ON facts (signed_up);
  CREATE INDEX facts_last_active ON facts (last_active);
  CREATE INDEX facts_country ON facts (country);
  CREATE INDEX facts_verified ON facts (flags & 1);
  CREATE INDEX facts_method ON facts (flags >> 3);
  CREATE TABLE bodies (rid INTEGER PRIMARY KEY, json TEXT NOT NULL);
  CREATE TABLE metadata (rid INTEGER PRIMARY KEY, ${metadataColumns.map((name) => `${name} TEXT`).join(', ')});
  CREATE TABLE texts (rid INTEGER PRIMARY KEY, text TEXT NOT NULL);
  CREATE VIRTUAL TABLE texts_index USING fts5 (text, content = 'texts', content_rowid = 'rid', detail = none,
    tokenize = 'trigram case_sensitive 1');
  CREATE TABLE totals (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
  INSERT INTO totals (name, value) VALUES ('users', 0), ('read', 0), ('searchable', 0);
  CREATE TABLE stale (id TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE grams (gram TEXT PRIMARY KEY, is_frequent INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE gram_rows (gram TEXT NOT NULL, rid INTEGER NOT NULL, PRIMARY KEY (gram, rid)) WITHOUT ROWID;
  CREATE TABLE providers (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE);
  CREATE TABLE paths (number INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, used INTEGER NOT NULL, built INTEGER NOT NULL);
  CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT NOT NULL, created INTEGER NOT NULL, text TEXT NOT NULL, json TEXT NOT NULL);
  CREATE TABLE members (team_id TEXT NOT NULL, user_id TEXT NOT NULL, PRIMARY KEY (team_id, user_id)) WITHOUT ROWID;
  CREATE TABLE member_reads (team_id TEXT PRIMARY KEY, as_of INTEGER NOT NULL) WITHOUT ROWID;
`;

const pragmas = `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = 2;
  PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA cache_size = -${cacheKilobytes}`;

/**
 * Opens an index, which can't be read without its key. A file that is damaged, about something else, of another version of the schema,
 * or encrypted with another key is deleted and created again. Throws {@link LibraryError}.
 */
export function openIndexDatabase({ path, key, subject }: OpenIndex): IndexDatabase {
  const open = (wasRebuilt: boolean) =>
    openEncrypted({ path, key, pragmas }, (database) => (isSubject(database, subject) ? { ...database, wasRebuilt } : null));
  const found = open(false);
  if (found !== null) return found;
  deleteDatabaseFiles(path);
  const created = open(true);
  if (created === null) throw new LibraryError('unavailable');
  return created;
}

/** Deletes the files of a database. */
export function deleteDatabaseFiles(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
}

/** Whether the database is an index of the subject. One without tables becomes it. */
function isSubject(index: Database, subject: string): boolean {
  return index.transaction(() => {
    if (index.one("SELECT 1 FROM sqlite_master WHERE type = 'table' LIMIT 1") === undefined) {
      index.script(schema);
      // Each ID has some of them.
      for (const gram of hexGrams()) index.run('INSERT INTO grams (gram, is_frequent) VALUES (?, 1)', [gram]);
      index.run('INSERT INTO settings (name, value) VALUES (?, ?), (?, ?)', ['schema', schemaVersion, 'subject', subject]);
      return true;
    }
    const of = (name: string) => index.one<{ value: string }>('SELECT value FROM settings WHERE name = ?', [name])?.value;
    return of('schema') === schemaVersion && of('subject') === subject;
  });
}

/** Returns the single characters and pairs of which IDs consist. */
function hexGrams(): string[] {
  const digits = [...'0123456789abcdef-'];
  return digits.flatMap((digit) => [digit, ...digits.map((next) => digit + next)]);
}
