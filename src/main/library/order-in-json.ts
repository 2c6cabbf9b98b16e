/** The first users in the order of a metadata path whose table doesn't have the values of all yet: one look into the JSON of each. */
import { namedPlaces, type Place } from './compile-in-json';
import { as, bound, type Compiled, joined } from './compiled-condition';
import type { IndexDatabase } from './index-database';
import { kinds } from './metadata-value';

/** Users that are looked at without a pause. */
const sliceRows = 5_000;
/** Maximum number of first users, which are compared again with each slice. */
const maxFirst = 1_000;

interface FirstRows {
  readonly path: string;
  readonly desc: boolean;
  /** On the row `f` of `facts`, without limits. */
  readonly condition: Compiled;
  /** Rows that match, among which all are; null if they aren't known. */
  readonly among: readonly number[] | null;
  /** How many are wanted. */
  readonly count: number;
}

/** Returns what finds the first rows of all that match; null if only a table of the path can tell, or if so many are wanted that it would take too long. */
export function firstInJson(wanted: FirstRows): ((index: IndexDatabase, breathe: () => Promise<void>) => Promise<number[]>) | null {
  const places = namedPlaces(wanted.path);
  if (places === null || wanted.count > maxFirst) return null;
  return async (index, breathe) => {
    const firstOf = (from: number, before: readonly number[]) => {
      const { sql, parameters } = compileFirst(places, wanted, { from, to: from + sliceRows - 1, before });
      return index.all<{ rid: number }>(sql, parameters as (string | number)[]).map(({ rid }) => rid);
    };
    const { last } = index.one<{ last: number }>('SELECT coalesce(max(rid), 0) AS last FROM metadata') ?? { last: 0 };
    if (wanted.among !== null) return firstOf(last + 1, wanted.among);
    let first: number[] = [];
    for (let from = 1; from <= last; from += sliceRows) {
      first = firstOf(from, first);
      await breathe();
    }
    return first;
  };
}

/** Returns the statement for the first rows of a slice and of those that were first before. */
function compileFirst(
  places: readonly Place[],
  { desc, condition, count }: FirstRows,
  { from, to, before }: { readonly from: number; readonly to: number; readonly before: readonly number[] },
): Compiled {
  const columns = joined`m.rid AS rid, ${kindAt(places)} AS kind, ${storedAt(places)} AS value`;
  const matching = condition.sql === '1' ? as('1') : joined`EXISTS (SELECT 1 FROM facts f WHERE f.rid = m.rid AND (${condition}))`;
  const direction = as(desc ? 'DESC' : 'ASC');
  return joined`SELECT rid FROM (
      SELECT ${columns} FROM metadata m WHERE m.rid BETWEEN ${bound(from)} AND ${bound(to)} AND ${matching}
      UNION ALL SELECT ${columns} FROM json_each(${bound(JSON.stringify(before))}) c CROSS JOIN metadata m ON m.rid = c.value
    ) ORDER BY kind ${direction} NULLS LAST, value ${direction}, rid ${direction} LIMIT ${bound(count)}`;
}

/** The kind of a value as the tables have it. A user has one place at most. */
function kindAt(places: readonly Place[]): Compiled {
  const { null: nothing, boolean, number, text, list, object } = kinds;
  return joined`CASE ${onlyOne(places.map(({ type }) => type))} WHEN 'null' THEN ${as(`${nothing}`)} WHEN 'true' THEN ${as(`${boolean}`)}
    WHEN 'false' THEN ${as(`${boolean}`)} WHEN 'integer' THEN ${as(`${number}`)} WHEN 'real' THEN ${as(`${number}`)}
    WHEN 'text' THEN ${as(`${text}`)} WHEN 'array' THEN ${as(`${list}`)} WHEN 'object' THEN ${as(`${object}`)} END`;
}

/** Its value as the tables have it: none of a list or an object. */
function storedAt(places: readonly Place[]): Compiled {
  return onlyOne(places.map(({ type, value }) => joined`CASE WHEN ${type} NOT IN ('array', 'object') THEN ${value} END`));
}

function onlyOne(parts: readonly Compiled[]): Compiled {
  return parts.reduce((all, part) => joined`coalesce(${all}, ${part})`);
}
