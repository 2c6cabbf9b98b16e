/** How a query over users is answered: by its condition, or by few rows among which all that match are. */

import type { Condition, UserOrder, UserQuery } from '#contract/query/user-query.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import { isUuid } from '#contract/text/uuid.ts';
import { compileInJson } from './compile-in-json';
import { type CompileContext, compileQuery, compileValue, matchExpression, minIndexedLength, type TextSearch } from './compile-query';
import type { Compiled } from './compiled-condition';
import type { IndexDatabase } from './index-database';
import { providerBit, totalOf } from './index-writer';

/** Maximum number of users that are looked at and sorted one by one. */
export const maxCandidates = 5_000;

export interface SearchPlan {
  /** A condition on a row `f` of `facts` at hand. */
  readonly condition: Compiled;
  /** The same for all rows between `low` and `high`. */
  readonly slice: Compiled;
  /** A table with its name in the condition on it that finds the same, instead of a look into it from each row; null without one. */
  readonly scan: { readonly table: string; readonly row: string; readonly condition: Compiled } | null;
  /** Whether JSON is looked into, because a metadata path has no values of all users yet. */
  readonly isInJson: boolean;
  /** Rows among which are all that match; null if they would be too many to look at each. */
  readonly candidates: readonly number[] | null;
  /** A statement that counts what matches by one index; null if none can. */
  readonly count: Compiled | null;
  /** Whether texts are searched for. */
  readonly hasText: boolean;
  /** Identifies the query and the content of the index. */
  readonly key: string;
}

interface PlanContext {
  readonly nowMillis: number;
  /** The tables of the metadata paths that have the values of all users. For others the JSON of each user is looked into. */
  readonly tables: ReadonlyMap<string, number>;
}

/** Returns the plan of a query. */
export function planSearch(index: IndexDatabase, query: UserQuery, { nowMillis, tables }: PlanContext): SearchPlan {
  const texts = new Map<string, TextSearch>();
  const context = (isForSlice: boolean): CompileContext => ({
    nowMillis,
    isForSlice,
    tableOf: (path) => tables.get(path) ?? null,
    bitOf: (provider) => providerBit(index, provider),
    textOf(text) {
      const search = texts.get(text) ?? textSearch(index, text);
      texts.set(text, search);
      return search;
    },
  });
  const condition = compileQuery(query, context(false));
  const metadata = 'field' in query && query.field === 'metadata' ? query : null;
  const number = metadata === null ? undefined : tables.get(metadata.path);
  return {
    condition,
    slice: compileQuery(query, context(true)),
    scan: metadata === null ? null : scanOf(metadata, number),
    isInJson: pathsOf(query, null).some((path) => !tables.has(path)),
    candidates: candidatesOf(index, required(query), context(false)),
    count: metadata === null || number === undefined ? null : countByPath(number, metadata.is),
    hasText: texts.size > 0,
    key: JSON.stringify([index.version(), condition.sql, condition.parameters]),
  };
}

/** Returns the metadata paths that a query and an order are about. */
export function pathsOf(query: UserQuery, order: UserOrder | null): string[] {
  const ordered = order !== null && typeof order.by === 'object' ? [order.by.metadata] : [];
  const within = (part: UserQuery): string[] => {
    if ('field' in part) return part.field === 'metadata' ? [part.path] : [];
    return part.op === 'not' ? within(part.of) : part.of.flatMap(within);
  };
  return [...new Set([...ordered, ...within(query)])];
}

/** An ID or an email as a whole finds its user only, unless there is none. */
function textSearch(index: IndexDatabase, text: string): TextSearch {
  const folded = foldSearch(text);
  const column = isUuid(folded) ? 'id' : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(folded) ? 'email' : null;
  if (column === null) return { folded, exact: null, isFrequent: isFrequentText(index, folded) };
  const rows = index.all<{ rid: number }>(`SELECT rid FROM people WHERE ${column} = ? LIMIT ${maxCandidates}`, [folded]);
  return { folded, exact: rows.length === 0 ? null : rows.map(({ rid }) => rid), isFrequent: false };
}

/** Users of whom so many have a frequent text. */
const sampleRows = 300;
const frequentInSample = 9;

/** A guess by the users who were added last. It decides about the way, and not about what is found. */
function isFrequentText(index: IndexDatabase, folded: string): boolean {
  const { last } = index.one<{ last: number | null }>('SELECT max(rid) AS last FROM texts') ?? { last: null };
  if (last === null || last <= maxCandidates) return false;
  const sql = 'SELECT count(*) AS count FROM texts WHERE rid > ? AND instr(text, ?) > 0';
  return (index.one<{ count: number }>(sql, [last - sampleRows, folded])?.count ?? 0) >= frequentInSample;
}

/** Returns the conditions that each user must meet. */
function required(query: UserQuery): Condition[] {
  if ('field' in query) return [query];
  return query.op === 'and' ? query.of.flatMap(required) : query.op === 'or' && query.of.length === 1 ? query.of.flatMap(required) : [];
}

/** Returns the rows of the rarest condition. */
function candidatesOf(index: IndexDatabase, conditions: readonly Condition[], context: CompileContext): readonly number[] | null {
  let best: readonly number[] | null = null;
  for (const condition of conditions) {
    const found = rowsOf(index, condition, context);
    if (found !== null && (best === null || found.length < best.length)) best = found;
    if (best?.length === 0) return best;
  }
  return best;
}

/** Returns rows among which are all that meet a condition; null if they can't be listed, or are too many. */
function rowsOf(index: IndexDatabase, condition: Condition, context: CompileContext): readonly number[] | null {
  const limited = (sql: string, parameters: readonly (string | number)[]) => {
    const rows = index.all<{ rid: number }>(`${sql} LIMIT ${maxCandidates + 1}`, parameters);
    return rows.length > maxCandidates ? null : rows.map(({ rid }) => rid);
  };
  if (condition.field === 'text') return rowsOfText(index, context.textOf(condition.value), limited);
  if (condition.field === 'team') {
    const { sql, parameters } = compileQuery(condition, context);
    return limited(`SELECT f.rid FROM facts f WHERE ${sql}`, parameters as readonly string[]);
  }
  if (condition.field === 'metadata' && condition.is.op !== 'contains') {
    const table = context.tableOf(condition.path);
    if (table === null) return null;
    const { sql, parameters } = compileValue(condition.is);
    return limited(`SELECT v.rid FROM path_${table} v WHERE ${sql}`, parameters as readonly string[]);
  }
  return null;
}

type Limited = (sql: string, parameters: readonly (string | number)[]) => readonly number[] | null;

function rowsOfText(index: IndexDatabase, { folded, exact, isFrequent: isOften }: TextSearch, limited: Limited): readonly number[] | null {
  if (exact !== null) return exact;
  if (folded === '' || isOften) return null;
  if ([...folded].length >= minIndexedLength)
    return limited(
      `SELECT rowid AS rid FROM texts_index WHERE texts_index MATCH ?
       UNION ALL SELECT rid FROM texts WHERE rid > ? AND instr(text, ?) > 0`,
      [matchExpression(folded), totalOf(index, 'searchable'), folded],
    );
  const isFrequent = index.one('SELECT 1 FROM grams WHERE gram = ? AND is_frequent = 1', [folded]) !== undefined;
  return isFrequent ? null : limited('SELECT rid FROM gram_rows WHERE gram = ?', [folded]);
}

function scanOf({ path, is }: Extract<Condition, { field: 'metadata' }>, table: number | undefined): SearchPlan['scan'] {
  if (table !== undefined) return { table: `path_${table}`, row: 'v', condition: compileValue(is) };
  const condition = compileInJson(path, is);
  return condition === null ? null : { table: 'metadata', row: 'm', condition };
}

function countByPath(table: number, is: Parameters<typeof compileValue>[0]): Compiled | null {
  if (is.op === 'contains') return null;
  const { sql, parameters } = compileValue(is);
  return { sql: `SELECT count(*) AS count FROM path_${table} v WHERE ${sql}`, parameters };
}
