/** Conditions on metadata that are checked in the JSON of each user: before a path has a table with the values of all. */
import { type MetadataPath, parseMetadataPath } from '#contract/query/metadata-path.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import { as, bound, type Compiled, joined, type MetadataOp } from './compiled-condition';
import { listText } from './metadata-value';
import { foldedColumn } from './user-json';

/** A key that has one notation in JSON and in SQLite’s paths. */
const plainKey = /^[^"\\\p{C}]+$/u;
/** What SQLite reads as another character than the app. */
const unreadable = /[\p{Surrogate}\0]/u;
/** A key that is also a position in a list. */
const position = /^(?:0|[1-9]\d{0,8})$/;
/** Maximum number of places that a path may mean before keys are looked for one by one. */
const maxPlaces = 8;

/** A place where the value of a path may be: what it is there, as SQLite’s type, which is null for nothing, and the value. */
export interface Place {
  readonly type: Compiled;
  readonly value: Compiled;
}

/** A place that is looked for, with how a condition on it is wrapped; null if nothing has to be. */
interface Step extends Place {
  readonly within: ((condition: Compiled) => Compiled) | null;
}

/** Returns the condition on the row `m` of `metadata`; null if only a table of the path can tell. */
export function compileInJson(text: string, is: MetadataOp): Compiled | null {
  const path = parseMetadataPath(text);
  if (typeof path === 'string') return as('0');
  const query = is.op === 'exists' || typeof is.value !== 'string' ? '' : is.value;
  if (unreadable.test(`${path.keys.join()}${query}`)) return null;
  const own = `m.${path.field}`;
  if (is.op !== 'contains') return inPlaces(path, own, (place) => compileAt(place, is));
  // The tables have this character in place of others.
  if (listText(is.value) !== is.value || is.value.includes('\ufffd')) return null;
  const inText = inPlaces(path, `coalesce(m.${foldedColumn(path.field)}, ${own})`, (place) => compileContains(place, is.value));
  return joined`${inText} OR ${inPlaces(path, own, (place) => compileItem(place, is.value))}`;
}

/** Returns the places that a path may mean, of which a user has one at most; null if they can’t be named one beside the other. */
export function namedPlaces(text: string): readonly Place[] | null {
  const path = parseMetadataPath(text);
  if (typeof path === 'string' || unreadable.test(path.keys.join())) return null;
  const steps = stepsOf(path, `m.${path.field}`);
  return steps.every(({ within }) => within === null) ? steps : null;
}

/** Whether all conditions of a query on metadata can be checked in the JSON, or in a table. */
export function isCheckable(query: UserQuery, hasTable: (path: string) => boolean): boolean {
  if ('field' in query) return query.field !== 'metadata' || hasTable(query.path) || compileInJson(query.path, query.is) !== null;
  return query.op === 'not' ? isCheckable(query.of, hasTable) : query.of.every((part) => isCheckable(part, hasTable));
}

function inPlaces(path: MetadataPath, column: string, conditionAt: (place: Place) => Compiled): Compiled {
  const found = stepsOf(path, column).map((step) => {
    const condition = conditionAt(step);
    return step.within === null ? condition : step.within(condition);
  });
  return { sql: found.map(({ sql }) => `(${sql})`).join(' OR '), parameters: found.flatMap(({ parameters }) => parameters) };
}

/** JSON, and where the path has come to in it. */
interface Start {
  readonly json: Compiled;
  readonly at: string;
  readonly within: Step['within'];
}

function stepsOf({ keys }: MetadataPath, column: string): readonly Step[] {
  let starts: readonly Start[] = [{ json: as(column), at: '$', within: null }];
  for (const [level, key] of keys.slice(0, -1).entries()) {
    const isNamed = plainKey.test(key) && (!position.test(key) || starts.length * 4 <= maxPlaces);
    starts = starts.flatMap((start): Start[] => {
      if (!isNamed) return [amongMembers(start, key, level)];
      return [{ ...start, at: `${start.at}."${key}"` }, ...(position.test(key) ? [{ ...start, at: `${start.at}[${key}]` }] : [])];
    });
  }
  const last = keys.at(-1) ?? '';
  return starts.flatMap((start) => {
    if (!plainKey.test(last)) return [memberOf(start, last, keys.length)];
    const further = position.test(last) ? [placeAt(start, `[${last}]`)] : last === 'length' ? [lengthAt(start)] : [];
    return [placeAt(start, `."${last}"`), ...further];
  });
}

function placeAt({ json, at, within }: Start, key: string): Step {
  const path = bound(at + key);
  return { type: joined`json_type(${json}, ${path})`, value: joined`json_extract(${json}, ${path})`, within };
}

/** The length of a list is a value of it. */
function lengthAt({ json, at, within }: Start): Step {
  const path = bound(at);
  return {
    type: joined`CASE json_type(${json}, ${path}) WHEN 'array' THEN 'integer' END`,
    value: joined`json_array_length(${json}, ${path})`,
    within,
  };
}

/** A member or an item whose key SQLite’s paths can’t name, in its row of its own. */
function memberOf({ json, at, within }: Start, key: string, level: number): Step {
  const row = as(`e${level}`);
  return {
    type: joined`${row}.type`,
    value: joined`${row}.value`,
    within(condition) {
      const all = joined`EXISTS (SELECT 1 FROM json_each(${json}, ${bound(at)}) ${row} WHERE CAST(${row}.key AS TEXT) = ${bound(key)} AND (${condition}))`;
      return within === null ? all : within(all);
    },
  };
}

/** The same, for a path that goes on in it. */
function amongMembers(start: Start, key: string, level: number): Start {
  const { type, value, within } = memberOf(start, key, level);
  return { json: joined`CASE WHEN ${type} IN ('array', 'object') THEN ${value} ELSE 'null' END`, at: '$', within };
}

function compileAt({ type, value }: Place, is: Exclude<MetadataOp, { op: 'contains' }>): Compiled {
  if (is.op === 'exists') return joined`${type} IS NOT NULL`;
  if (is.value === null || typeof is.value === 'boolean') return joined`${type} = ${bound(String(is.value))}`;
  const operator = as({ equals: '=', greater: '>', less: '<' }[is.op]);
  if (typeof is.value === 'number') return joined`${type} IN ('integer', 'real') AND ${value} ${operator} ${bound(is.value)}`;
  return joined`${type} = 'text' AND ${value} ${operator} ${bound(is.value)}`;
}

/** In folded texts, of which SQLite folds the case of ASCII where nothing else is different. */
function compileContains({ type, value }: Place, text: string): Compiled {
  return joined`${type} = 'text' AND instr(lower(${value}), ${bound(foldSearch(text))}) > 0`;
}

function compileItem({ type, value }: Place, text: string): Compiled {
  return joined`${type} = 'array' AND EXISTS (SELECT 1 FROM json_each(CASE ${type} WHEN 'array' THEN ${value} ELSE '[]' END) i
    WHERE i.type = 'text' AND i.value = ${bound(text)})`;
}
