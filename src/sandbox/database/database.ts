/** Database access: typed reads, cached statements, transactions. */
import Libsql from 'libsql';

export type Value = string | number | null | Uint8Array;
/** Values by name (`:name` in the statement) or by position. */
type Values = Readonly<Record<string, Value>> | readonly Value[];

export interface Store {
  /** Returns all rows. Only for statements that limit the number of rows. */
  all<Row>(sql: string, values?: Values): Row[];
  /** Returns the first row, if any. */
  one<Row>(sql: string, values?: Values): Row | undefined;
  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, values?: Values): number;
  /** Runs several statements without values. */
  script(sql: string): void;
  /** Runs `work` in a transaction, or as part of the current one. `work` is synchronous. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens a database file or `:memory:`. Throws an error with a code of SQLite if that fails. */
export function openDatabase(path: string): Store {
  const database = opened(path);
  const statements = new Map<string, Libsql.Statement>();
  let inTransaction = false;
  const prepared = (sql: string): Libsql.Statement => {
    const statement = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: <Row>(sql: string, values: Values = []) => prepared(sql).all(values) as Row[],
    one: <Row>(sql: string, values: Values = []) => {
      const row = prepared(sql).get(values) as (Row & { _metadata?: unknown }) | undefined;
      // The library adds this property.
      if (row !== undefined) delete row._metadata;
      return row;
    },
    run: (sql, values = []) => prepared(sql).run(values).changes,
    script: (sql) => {
      database.exec(sql);
    },
    transaction<T>(work: () => T): T {
      if (inTransaction) return work();
      inTransaction = true;
      try {
        database.exec('BEGIN IMMEDIATE');
        const result = work();
        database.exec('COMMIT');
        return result;
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw error;
      } finally {
        inTransaction = false;
      }
    },
    close() {
      statements.clear();
      database.close();
    },
  };
}

function opened(path: string): Libsql.Database {
  try {
    return new Libsql(path);
  } catch (cause) {
    // The library gives this one error no code.
    throw Object.assign(new Error('unable to open database file', { cause }), { code: 'SQLITE_CANTOPEN' });
  }
}

/** Whether an error is a violated uniqueness constraint. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && /UNIQUE constraint failed/.test(error.message);
}
