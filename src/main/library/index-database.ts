/** The database of an index: opened with its key, and created again whenever it can't be used. */
import { closeSync, openSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Libsql from 'libsql';
import type { LibraryFault, OpenIndex } from '#contract/workers/library.ts';
import { makePrivateFolder } from '#system/make-private-folder.ts';
import { ownerOnly } from '#system/private-file.ts';

type Value = string | number | null;

/** Thrown for a failure that the app handles, with its code. */
export class LibraryError extends Error {
  override readonly name = 'LibraryError';
  constructor(
    readonly fault: LibraryFault,
    options?: { cause?: unknown },
  ) {
    super(fault, options);
  }
}

/** Typed access to the database, with cached statements. */
export interface IndexDatabase {
  all<Row>(sql: string, values?: readonly Value[]): Row[];
  one<Row>(sql: string, values?: readonly Value[]): Row | undefined;
  /** Returns the rows one by one, so that the caller can stop. */
  each<Row>(sql: string, values?: readonly Value[]): IterableIterator<Row>;
  run(sql: string, values?: readonly Value[]): number;
  script(sql: string): void;
  /** Runs synchronous work in a transaction: all of it is stored, or nothing. */
  transaction<T>(work: () => T): T;
  /** Changes whenever the content does, also by another process. */
  version(): string;
  /** Whether the file was created at this opening in place of one that couldn't be used. */
  readonly wasRebuilt: boolean;
  close(): void;
}

/** Version of the schema. An index of another one is built again. */
const schemaVersion = '2';

/** Milliseconds to wait for another process that writes. */
const busyMillis = 5_000;
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

/**
 * Opens an index, which can't be read without its key. A file that is damaged, about something else, of another version of the schema,
 * or encrypted with another key is deleted and created again. Throws {@link LibraryError}.
 */
export function openIndexDatabase({ path, key, subject }: OpenIndex): IndexDatabase {
  const Library = loadLibrary();
  const found = tryToOpen(Library, path, key, subject, false);
  if (found !== null) return found;
  deleteIndexFiles(path);
  const created = tryToOpen(Library, path, key, subject, true);
  if (created === null) throw new LibraryError('unavailable');
  return created;
}

/** Deletes the files of an index. */
export function deleteIndexFiles(path: string): void {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(`${path}${end}`, { force: true });
}

function loadLibrary(): typeof Libsql {
  try {
    // Loaded here, because it is missing on some machines, where everything else works.
    return createRequire(import.meta.url)('libsql') as typeof Libsql;
  } catch (cause) {
    throw new LibraryError('unavailable', { cause });
  }
}

/** Null for a file that has to be created again. */
function tryToOpen(Library: typeof Libsql, path: string, key: string, subject: string, wasRebuilt: boolean): IndexDatabase | null {
  let database: Libsql.Database | null = null;
  try {
    createPrivateFile(path);
    const opened = new Library(path, { encryptionCipher: 'aes256cbc', encryptionKey: key, timeout: busyMillis } as Libsql.Options);
    database = opened;
    opened.exec(
      `PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA temp_store = 2; PRAGMA wal_autocheckpoint = ${checkpointPages}; PRAGMA cache_size = -${cacheKilobytes}`,
    );
    const index = accessTo(opened, wasRebuilt);
    if (isSubject(index, subject)) return index;
  } catch (cause) {
    const error = toLibraryError(cause);
    if (error.fault !== 'damaged') {
      database?.close();
      throw error;
    }
  }
  database?.close();
  return null;
}

/** SQLite gives the files beside the database its mode. */
function createPrivateFile(path: string): void {
  try {
    makePrivateFolder(dirname(path));
    closeSync(openSync(path, 'a', ownerOnly));
  } catch (cause) {
    throw new LibraryError((cause as NodeJS.ErrnoException).code === 'ENOSPC' ? 'disk-full' : 'unavailable', { cause });
  }
}

/** Whether the database is an index of the subject. One without tables becomes it. */
function isSubject(index: IndexDatabase, subject: string): boolean {
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

function accessTo(database: Libsql.Database, wasRebuilt: boolean): IndexDatabase {
  const statements = new Map<string, Libsql.Statement>();
  let changes = 0;
  const prepared = (sql: string): Libsql.Statement => {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    // Queries differ without end.
    if (statements.size >= maxStatements) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const guarded = <T>(task: () => T): T => {
    try {
      return task();
    } catch (cause) {
      throw toLibraryError(cause);
    }
  };
  return {
    wasRebuilt,
    all: <Row>(sql: string, values: readonly Value[] = []) => guarded(() => prepared(sql).all([...values]) as Row[]),
    one: <Row>(sql: string, values: readonly Value[] = []) => guarded(() => prepared(sql).get([...values]) as Row | undefined),
    each: <Row>(sql: string, values: readonly Value[] = []) =>
      // Not cached, because it may be read while another one of the same text is.
      guarded(() => database.prepare(sql).iterate([...values]) as IterableIterator<Row>),
    run(sql, values = []) {
      changes += 1;
      return guarded(() => prepared(sql).run([...values]).changes);
    },
    script: (sql) => guarded(() => void database.exec(sql)),
    transaction<T>(work: () => T): T {
      return guarded(() => {
        database.exec('BEGIN IMMEDIATE');
        try {
          const result = work();
          database.exec('COMMIT');
          return result;
        } catch (cause) {
          if (database.inTransaction) database.exec('ROLLBACK');
          throw cause;
        }
      });
    },
    version: () => `${guarded(() => (prepared('PRAGMA data_version').get([]) as { data_version: number }).data_version)} ${changes}`,
    close() {
      statements.clear();
      database.close();
    },
  };
}

const maxStatements = 500;

function toLibraryError(cause: unknown): LibraryError {
  if (cause instanceof LibraryError) return cause;
  const { code = '', message = '' } = cause as { code?: string; message?: string };
  return new LibraryError(faultOf(String(code), message), { cause });
}

function faultOf(code: string, message: string): LibraryFault {
  if (/FULL/.test(code) || /database or disk is full/.test(message)) return 'disk-full';
  // The values of a metadata path, which another process may replace by those of another path.
  if (/BUSY|LOCKED/.test(code) || /database is locked|no such table: (?:main\.)?path_\d+$/.test(message)) return 'busy';
  if (/NOTADB|CORRUPT/.test(code) || /not a database|malformed|no such (?:table|column)/.test(message)) return 'damaged';
  if (/CANTOPEN|READONLY|IOERR|PERM|AUTH/.test(code)) return 'unavailable';
  return 'fault';
}
