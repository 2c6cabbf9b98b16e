/** Inserts the rows of a seeded database into a new one with the same indexes, and does nothing else: `bare-seed.js FOLDER`. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';

const folder = process.argv[2] ?? '.';
const target = join(folder, 'bare.db');

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

const database = new Libsql(target);
// As the sandbox seeds.
database.exec('PRAGMA foreign_keys = OFF; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144');
database.exec(`ATTACH '${join(folder, 'sandbox.db').replaceAll("'", "''")}' AS seeded`);
const entries = database
  .prepare("SELECT type, name, sql FROM seeded.sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'")
  .all() as Entry[];
const searches = entries.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql));
// The tables of a search belong to it, and it creates them itself.
const isSearch = ({ name }: Entry) => searches.some((search) => name === search.name || name.startsWith(`${search.name}_`));
const tables = entries.filter((entry) => entry.type === 'table' && !isSearch(entry));

database.exec('BEGIN');
for (const { sql } of tables) database.exec(sql);
for (const { name } of tables) database.exec(`INSERT INTO main."${name}" SELECT * FROM seeded."${name}"`);
for (const { sql } of entries.filter(({ type }) => type === 'index')) database.exec(sql);
for (const { name, sql } of searches) database.exec(`${sql}; INSERT INTO "${name}"("${name}") VALUES ('rebuild')`);
database.exec('COMMIT');
database.close();
process.stdout.write('done\n', () => rmSync(target));
process.once('SIGTERM', () => process.exit(0));
