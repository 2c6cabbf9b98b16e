/** Conditions on metadata that are checked in the JSON of each user: before a path has a table with the values of all. */
import { parseMetadataPath } from '#contract/query/metadata-path.ts';
import type { UserQuery } from '#contract/query/user-query.ts';
import { foldSearch } from '#contract/text/fold-search.ts';
import type { Compiled, MetadataOp } from './compiled-condition';
import { listText, storedText } from './metadata-value';

/** A key that has one notation in JSON and in SQLite’s paths. */
const plainKey = /^[^"\\\p{C}]+$/u;
/** A key that is also a position in a list. */
const position = /^(?:0|[1-9]\d{0,8})$/;
/** Maximum number of places that a path may mean. */
const maxPlaces = 8;

/** A place where the value of a path may be: what it is there, as SQLite’s type, which is null for nothing, and the value. */
interface Place {
  readonly type: Compiled;
  readonly value: Compiled;
  /** Wraps a condition on them. */
  readonly within: (condition: Compiled) => Compiled;
}

/** Returns the condition on the row `f` of `facts`; null if only a table of the path can tell. */
export function compileInJson(text: string, is: MetadataOp): Compiled | null {
  return inBody(text, (place) => compileAt(place, is));
}

/** Returns the condition for users of whom `compileInJson` can’t tell, because SQLite only folds ASCII; null if there are none. */
export function undecidedInJson(text: string, is: MetadataOp): Compiled | null {
  if (is.op !== 'contains') return null;
  return inBody(
    text,
    ({ type, value }) => joined`${type} = 'text' AND (${value} GLOB '*[^ -~]*' OR ${value} GLOB ' *' OR ${value} GLOB '* ' OR
    instr(${value}, '  ') > 0)`,
  );
}

/** Whether all conditions of a query on metadata can be checked in the JSON. */
export function isCheckedInJson(query: UserQuery): boolean {
  if ('field' in query) return query.field !== 'metadata' || compileInJson(query.path, query.is) !== null;
  return query.op === 'not' ? isCheckedInJson(query.of) : query.of.every(isCheckedInJson);
}

function inBody(text: string, conditionAt: (place: Place) => Compiled | null): Compiled | null {
  const places = placesOf(text);
  if (places === null) return null;
  const found = places.flatMap((place) => {
    const condition = conditionAt(place);
    return condition === null ? [] : [place.within(condition)];
  });
  if (found.length < places.length) return null;
  const sql = found.map((one) => `(${one.sql})`).join(' OR ');
  return {
    sql: `EXISTS (SELECT 1 FROM bodies b WHERE b.rid = f.rid AND (${sql}))`,
    parameters: found.flatMap(({ parameters }) => parameters),
  };
}

/** Returns the places that a path may mean, of which a user has one at most; null if there are too many, or SQLite can’t name them. */
function placesOf(text: string): Place[] | null {
  const path = parseMetadataPath(text);
  if (typeof path === 'string') return null;
  const last = path.keys.at(-1) ?? '';
  let before = [`$.${path.field}`];
  for (const key of path.keys.slice(0, -1)) {
    if (!plainKey.test(key)) return null;
    before = before.flatMap((at) => [`${at}."${key}"`, ...(position.test(key) ? [`${at}[${key}]`] : [])]);
  }
  const places = before.flatMap((at) => {
    if (!plainKey.test(last)) return [amongMembers(at, last)];
    const further = position.test(last) ? [placeAt(`${at}[${last}]`)] : last === 'length' ? [lengthAt(at)] : [];
    return [placeAt(`${at}."${last}"`), ...further];
  });
  return places.length > maxPlaces ? null : places;
}

const asIs: Place['within'] = (condition) => condition;

function placeAt(at: string): Place {
  return {
    type: { sql: 'json_type(b.json, ?)', parameters: [at] },
    value: { sql: 'json_extract(b.json, ?)', parameters: [at] },
    within: asIs,
  };
}

/** The length of a list is a value of it. */
function lengthAt(at: string): Place {
  return {
    type: { sql: "CASE json_type(b.json, ?) WHEN 'array' THEN 'integer' END", parameters: [at] },
    value: { sql: 'json_array_length(b.json, ?)', parameters: [at] },
    within: asIs,
  };
}

function amongMembers(at: string, key: string): Place {
  return {
    type: { sql: 'e.type', parameters: [] },
    value: { sql: 'e.value', parameters: [] },
    within: ({ sql, parameters }) => ({
      sql: `EXISTS (SELECT 1 FROM json_each(b.json, ?) e WHERE e.key = ? AND (${sql}))`,
      parameters: [at, key, ...parameters],
    }),
  };
}

function compileAt({ type, value }: Place, is: MetadataOp): Compiled | null {
  if (is.op === 'exists') return joined`${type} IS NOT NULL`;
  if (is.op === 'contains') return compileContains(type, value, is.value);
  if (is.value === null || typeof is.value === 'boolean') return joined`${type} = ${bound(String(is.value))}`;
  const operator: Compiled = { sql: { equals: '=', greater: '>', less: '<' }[is.op], parameters: [] };
  if (typeof is.value === 'number') return joined`${type} IN ('integer', 'real') AND ${value} ${operator} ${bound(is.value)}`;
  // A text that the tables have in another form.
  if (storedText(is.value) !== is.value) return null;
  return joined`${type} = 'text' AND ${value} ${operator} ${bound(is.value)}`;
}

function compileContains(type: Compiled, value: Compiled, text: string): Compiled | null {
  // The tables have this character in place of others.
  if (listText(text) !== text || text.includes('\ufffd')) return null;
  return joined`(${type} = 'text' AND instr(lower(${value}), ${bound(foldSearch(text))}) > 0) OR (${type} = 'array' AND
    EXISTS (SELECT 1 FROM json_each(CASE ${type} WHEN 'array' THEN ${value} ELSE '[]' END) i WHERE i.type = 'text' AND i.value = ${bound(text)}))`;
}

function bound(value: string | number): Compiled {
  return { sql: '?', parameters: [value] };
}

/** Joins parts of a condition with their parameters. */
function joined(texts: TemplateStringsArray, ...parts: readonly Compiled[]): Compiled {
  return {
    sql: texts.map((text, at) => `${text}${parts[at]?.sql ?? ''}`).join(''),
    parameters: parts.flatMap(({ parameters }) => parameters),
  };
}
