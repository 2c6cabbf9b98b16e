/** Compiles a query over users to a condition in SQL, in which everything that a user wrote is a parameter. */

import type { Condition, UserQuery } from '#contract/query/user-query.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import { compileInJson } from './compile-in-json';
import { type Compiled, high, joined, low, type MetadataOp } from './compiled-condition';
import { kinds, listText, storedText } from './metadata-value';
import { flags, separator } from './user-row';

export interface CompileContext {
  /** The time to which relative times refer, in milliseconds since the epoch. */
  readonly nowMillis: number;
  /** Returns the number of the table with the values of a metadata path; null to look into the JSON of each user. */
  readonly tableOf: (path: string) => number | null;
  /** Returns the bit of an OAuth provider; null if it has none, because no user has it. */
  readonly bitOf: (provider: string) => number | null;
  /** Returns how to find a text: the users whose ID or email it is as a whole, if there are any. */
  readonly textOf: (text: string) => TextSearch;
  /** Whether the condition is for all rows between `low` and `high`, and not for one at hand: the full-text index then finds texts. */
  readonly isForSlice: boolean;
}

export interface TextSearch {
  readonly folded: string;
  /** Rows that match exactly, instead of those that contain the text. */
  readonly exact: readonly number[] | null;
  /** Whether so many users seem to have it that looking at each is faster than the full-text index. */
  readonly isFrequent: boolean;
}

const dayMillis = 86_400_000;
const always: Compiled = { sql: '1', parameters: [] };
const never: Compiled = { sql: '0', parameters: [] };

/** Returns the condition of a query. */
export function compileQuery(query: UserQuery, context: CompileContext): Compiled {
  if ('field' in query) return compileCondition(query, context);
  if (query.op === 'not') {
    const { sql, parameters } = compileQuery(query.of, context);
    return { sql: `NOT (${sql})`, parameters };
  }
  const parts = query.of.map((part) => compileQuery(part, context));
  if (parts.length === 0) return query.op === 'and' ? always : never;
  return {
    sql: parts.map(({ sql }) => `(${sql})`).join(query.op === 'and' ? ' AND ' : ' OR '),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}

function compileCondition(condition: Condition, context: CompileContext): Compiled {
  switch (condition.field) {
    case 'text':
      return compileText(context.textOf(condition.value), context.isForSlice);
    case 'method':
      return compileMethods(condition.value, context);
    case 'can-sign-in':
      return { sql: condition.value ? 'f.flags >= ?' : 'f.flags < ?', parameters: [flags.passkey] };
    case 'verified':
    case 'anonymous':
    case 'restricted':
      return { sql: `(f.flags & ?) ${condition.value ? '<>' : '='} 0`, parameters: [flags[condition.field]] };
    case 'signed-up':
      return compileTime('f.signed_up', condition.is, context);
    case 'last-active':
      return compileTime('f.last_active', condition.is, context);
    case 'metadata':
      return compileMetadata(condition, context.tableOf(condition.path));
    case 'team': {
      const sql = `f.rid IN (SELECT u.rid FROM members m JOIN people u ON u.id = m.user_id WHERE m.team_id IN (${places(condition.value)}))`;
      return { sql, parameters: condition.value };
    }
    case 'country':
      return { sql: `f.country IN (${places(condition.value)})`, parameters: condition.value };
  }
}

/** Minimum number of characters that the full-text index finds. */
export const minIndexedLength = 3;

function compileText({ folded, exact, isFrequent }: TextSearch, isForSlice: boolean): Compiled {
  if (exact !== null) return { sql: 'f.rid IN (SELECT value FROM json_each(?))', parameters: [JSON.stringify(exact)] };
  // Nothing of the text can be seen.
  if (folded === '') return always;
  if (isForSlice && !isFrequent && [...folded].length >= minIndexedLength) {
    return {
      sql: `f.rid IN (SELECT t.rid FROM texts_index x JOIN texts t ON t.rid = x.rowid
        WHERE texts_index MATCH ? AND x.rowid BETWEEN ? AND ? AND instr(t.text, ?) > 0)`,
      parameters: [matchExpression(folded), low, high, folded],
    };
  }
  return { sql: 'instr((SELECT t.text FROM texts t WHERE t.rid = f.rid), ?) > 0', parameters: [folded] };
}

/** Maximum number of trigrams by which the full-text index is searched. What it finds is compared with the whole text. */
const maxTrigrams = 12;

/** Returns the trigrams of a text in the language of the full-text index, in which a quoted text has no operators. */
export function matchExpression(folded: string): string {
  const characters = [...folded];
  const all = new Set<string>();
  for (let at = 0; at + 3 <= characters.length; at += 1) all.add(characters.slice(at, at + 3).join(''));
  const trigrams = [...all];
  const step = Math.max(1, trigrams.length / maxTrigrams);
  const chosen = trigrams.filter((_trigram, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return chosen.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ');
}

function compileMethods(methods: readonly string[], { bitOf }: CompileContext): Compiled {
  let mask = 0;
  const shared: string[] = [];
  for (const method of methods) {
    const provider = /^oauth:(.*)$/.exec(method)?.[1];
    const bit = provider === undefined ? flags[method as 'password'] : bitOf(provider);
    if (bit === flags.otherProvider) shared.push(provider ?? '');
    else if (bit !== null && !hasBit(mask, bit)) mask += bit;
  }
  const own: Compiled = { sql: '(f.flags & ?) <> 0', parameters: [mask] };
  if (shared.length === 0) return own;
  const sql = `(${own.sql} OR ((f.flags & ?) <> 0 AND EXISTS (SELECT 1 FROM bodies b, json_each(b.json, '$.oauth_providers') p
    WHERE b.rid = f.rid AND json_extract(p.value, '$.id') IN (${places(shared)}))))`;
  return { sql, parameters: [mask, flags.otherProvider, ...shared] };
}

function hasBit(mask: number, bit: number): boolean {
  return Math.floor(mask / bit) % 2 === 1;
}

type TimeOp = Extract<Condition, { field: 'signed-up' }>['is'];

function compileTime(column: string, is: TimeOp, { nowMillis }: CompileContext): Compiled {
  if (is.op === 'before') return { sql: `${column} < ?`, parameters: [is.value] };
  if (is.op === 'from') return { sql: `${column} >= ?`, parameters: [is.value] };
  return { sql: `${column} ${is.op === 'within-days' ? '>=' : '<'} ?`, parameters: [nowMillis - is.value * dayMillis] };
}

function compileMetadata({ path, is }: Extract<Condition, { field: 'metadata' }>, table: number | null): Compiled {
  if (table === null) {
    const inJson = compileInJson(path, is);
    return inJson === null ? never : joined`EXISTS (SELECT 1 FROM metadata m WHERE m.rid = f.rid AND (${inJson}))`;
  }
  const { sql, parameters } = compileValue(is);
  return { sql: `EXISTS (SELECT 1 FROM path_${table} v WHERE v.rid = f.rid AND ${sql})`, parameters };
}

/** Returns the condition on a row `v` of a table of metadata values. */
export function compileValue(is: MetadataOp): Compiled {
  switch (is.op) {
    case 'exists':
      return { sql: 'v.kind IS NOT NULL', parameters: [] };
    case 'equals':
      if (is.value === null) return { sql: 'v.kind = ?', parameters: [kinds.null] };
      if (typeof is.value === 'boolean') return { sql: 'v.kind = ? AND v.value = ?', parameters: [kinds.boolean, is.value ? 1 : 0] };
      return { sql: 'v.kind = ? AND v.value = ?', parameters: comparable(is.value) };
    case 'greater':
    case 'less':
      return { sql: `v.kind = ? AND v.value ${is.op === 'greater' ? '>' : '<'} ?`, parameters: comparable(is.value) };
    case 'contains':
      return {
        sql: '((v.kind = ? AND instr(v.searched, ?) > 0) OR (v.kind = ? AND instr(v.searched, ?) > 0))',
        parameters: [kinds.text, foldSearch(is.value), kinds.list, `${separator}${listText(is.value)}${separator}`],
      };
  }
}

function comparable(value: string | number): [number, string | number] {
  return typeof value === 'number' ? [kinds.number, value] : [kinds.text, storedText(value)];
}

function places(values: readonly unknown[]): string {
  return values.map(() => '?').join(', ');
}
