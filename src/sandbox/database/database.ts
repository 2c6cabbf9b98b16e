/** The one handle on the database: typed reads, cached statements, transactions. */
import Libsql from 'libsql';

export type Value = string | number | null | Uint8Array;
/** Values by name (`:name` in the statement) or by position. */
export type Values = Readonly<Record<string, Value>> | readonly Value[];

export interface Store {
  /** All rows of a statement; for results whose size the statement bounds. */
  all<Row>(sql: string, values?: Values): Row[];
  /** The first row, if any. */
  one<Row>(sql: string, values?: Values): Row | undefined;
  /** Runs a change and answers how many rows it met. */
  run(sql: string, values?: Values): number;
  /** Runs several statements without values. */
  script(sql: string): void;
  /** All or nothing. Inside another transaction it joins that one. The work is synchronous. */
  transaction<T>(work: () => T): T;
  close(): void;
}

/** Opens a database file, or `:memory:`. Fails with the library's error when it cannot be opened. */
export function openDatabase(path: string): Store {
  const database = new Libsql(path);
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
      // A property of the library's own.
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

/** True for the violation of a uniqueness rule. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof Error && /UNIQUE constraint failed/.test(error.message);
}
