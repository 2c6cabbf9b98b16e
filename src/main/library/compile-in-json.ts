/** Conditions on metadata that are checked in the JSON of each user: before a path has a table with the values of all. */
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import type { Compiled, MetadataOp } from './compile-query';
import { storedText } from './metadata-value';

/** A key that has one notation in JSON and in SQLite’s paths, and isn’t a position in a list, or its length. */
const plainKey = /^(?!\d+$|length$)[^"\\\p{C}]+$/u;

/** Returns the condition on the row `f` of `facts`; null if only a table of the path can tell. */
export function compileInJson(text: string, is: MetadataOp): Compiled | null {
  const path = parseMetadataPath(text);
  if (typeof path === 'string' || !path.keys.every((key) => plainKey.test(key))) return null;
  const condition = compileAt(`$.${path.field}${path.keys.map((key) => `."${key}"`).join('')}`, is);
  if (condition === null) return null;
  const { sql, parameters } = condition;
  return { sql: `EXISTS (SELECT 1 FROM bodies b WHERE b.rid = f.rid AND ${sql})`, parameters };
}

function compileAt(at: string, is: MetadataOp): Compiled | null {
  if (is.op === 'exists') return { sql: 'json_type(b.json, ?) IS NOT NULL', parameters: [at] };
  // Case and diacritics are ignored, which SQLite can’t.
  if (is.op === 'contains') return null;
  if (is.value === null || typeof is.value === 'boolean') return { sql: 'json_type(b.json, ?) = ?', parameters: [at, String(is.value)] };
  const operator = { equals: '=', greater: '>', less: '<' }[is.op];
  if (typeof is.value === 'number')
    return { sql: `json_type(b.json, ?) IN ('integer', 'real') AND json_extract(b.json, ?) ${operator} ?`, parameters: [at, at, is.value] };
  // A text that the tables have in another form.
  if (storedText(is.value) !== is.value) return null;
  return { sql: `json_type(b.json, ?) = 'text' AND json_extract(b.json, ?) ${operator} ?`, parameters: [at, at, is.value] };
}

/** Whether all conditions of a query on metadata can be checked in the JSON. */
export function isCheckedInJson(query: UserQuery): boolean {
  if ('field' in query) return query.field !== 'metadata' || compileInJson(query.path, query.is) !== null;
  return query.op === 'not' ? isCheckedInJson(query.of) : query.of.every(isCheckedInJson);
}
