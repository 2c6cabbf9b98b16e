/** Encrypted SQLite databases: opened with their key, and typed access to them. */
import { closeSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type Libsql from 'libsql';
import type { LibraryFault } from '#contract/workers/library.ts';
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

/** Typed access to a database, with cached statements. */
export interface Database {
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
  close(): void;
}

/** Milliseconds to wait for another process that writes. */
const busyMillis = 5_000;

export interface OpenDatabase {
  readonly path: string;
  /** 64 hexadecimal digits. */
  readonly key: string;
  /** SQL that is run first. */
  readonly pragmas: string;
}

/**
 * Opens a database, which is created if there is none. It can't be read without its key: a file that isn't decrypted by it is `damaged`.
 * `isUsable` runs at once, and says whether the content is what the caller needs. Returns null, with the file closed, if it isn't, and for a
 * damaged file. Throws {@link LibraryError} for anything else.
 */
export function openEncrypted<D extends Database>(
  { path, key, pragmas }: OpenDatabase,
  isUsable: (database: Database) => D | null,
): D | null {
  const Library = loadLibrary();
  let database: Libsql.Database | null = null;
  try {
    createPrivateFile(path);
    const opened = new Library(path, { encryptionCipher: 'aes256cbc', encryptionKey: key, timeout: busyMillis } as Libsql.Options);
    database = opened;
    opened.exec(pragmas);
    const usable = isUsable(accessTo(opened));
    if (usable !== null) return usable;
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

function loadLibrary(): typeof Libsql {
  try {
    // Loaded here, because it is missing on some machines, where everything else works.
    return createRequire(import.meta.url)('libsql') as typeof Libsql;
  } catch (cause) {
    throw new LibraryError('unavailable', { cause });
  }
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

function accessTo(database: Libsql.Database): Database {
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
  if (/NOTADB|CORRUPT|SHORT_READ/.test(code) || /not a database|malformed|no such (?:table|column)/.test(message)) return 'damaged';
  if (/CANTOPEN|READONLY|IOERR|PERM|AUTH/.test(code)) return 'unavailable';
  return 'fault';
}
