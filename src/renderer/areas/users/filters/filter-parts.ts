/** A query as chips: each is a part that all shown users meet, with alternatives of which one is enough. */
import { queryLimits } from '#contract/query/query-limits.ts';
import { isEvery, simplified } from '#contract/query/query-text.ts';
import type { Condition, UserQuery } from '#contract/query/user-query.ts';
import { readAddresses } from '#lib/addresses.ts';

/** A condition of a chip, and whether it must not be met. */
export interface Alternative {
  readonly condition: Condition;
  readonly isNot: boolean;
}

/** Returns the parts of a query that are joined by `and`. */
export function partsOf(query: UserQuery): readonly UserQuery[] {
  const simple = simplified(query);
  return 'op' in simple && simple.op === 'and' ? simple.of : [simple];
}

/** Returns the query of which these are the parts. */
export function joined(parts: readonly UserQuery[]): UserQuery {
  return simplified({ op: 'and', of: parts });
}

/** Returns a query with a part in the place of another one; at the end with the index of none, without the part if it is null. */
export function withPart(query: UserQuery, at: number, part: UserQuery | null): UserQuery {
  const parts = partsOf(query);
  const after = part === null ? [] : [part];
  return joined(at < parts.length ? parts.flatMap((one, index) => (index === at ? after : [one])) : [...parts, ...after]);
}

/** Returns the alternatives of a part; null for one that is nested further, which only its text shows. */
export function alternativesOf(part: UserQuery): readonly Alternative[] | null {
  const all = ('op' in part && part.op === 'or' ? part.of : [part]).map(alternativeOf);
  return all.length > 0 && all.every((one) => one !== null) ? all : null;
}

function alternativeOf(query: UserQuery): Alternative | null {
  if (!('op' in query)) return { condition: query, isNot: false };
  return query.op === 'not' && !('op' in query.of) ? { condition: query.of, isNot: true } : null;
}

/** Returns the part that has these alternatives: the reverse of {@link alternativesOf}. */
export function partOf(alternatives: readonly Alternative[]): UserQuery {
  return simplified({ op: 'or', of: alternatives.map(({ condition, isNot }) => (isNot ? { op: 'not', of: condition } : condition)) });
}

/** Returns the query of a search with a filter. A search of several words finds them in any order; one in quotation marks, as a whole. */
export function searchedQuery(search: string, filter: UserQuery): UserQuery {
  return joined([...wordsOf(search).map((value): Condition => ({ field: 'text', value })), filter]);
}

/** Returns the texts that a search consists of. */
function wordsOf(search: string): readonly string[] {
  const text = search.trim().slice(0, queryLimits.textLength);
  const whole = /^"([^"]+)"$/.exec(text)?.[1];
  if (whole !== undefined) return [whole];
  // As an email program copies it: no field of a user has both.
  const { addresses, leftOut } = readAddresses(text);
  if (addresses.length === 1 && leftOut.length === 0) return addresses;
  return text === '' ? [] : [...new Set(text.split(/\s+/))].slice(0, maxWords);
}

/** Maximum number of words of a search, which leaves room for filters within the limits of a query. */
const maxWords = 20;

/** Returns what the filter says about all users of the list, so that badges needn't repeat it. */
export function fixedBy(filter: UserQuery): { readonly isUnverified: boolean; readonly isRestricted: boolean } {
  const has = (field: 'verified' | 'restricted', value: boolean) =>
    partsOf(filter).some((part) => {
      const [only, ...others] = alternativesOf(part) ?? [];
      if (only === undefined || others.length > 0 || only.condition.field !== field) return false;
      return only.condition.value === (only.isNot ? !value : value);
    });
  return { isUnverified: has('verified', false), isRestricted: has('restricted', true) };
}

/** Returns the IDs of the teams that a query names. */
export function teamsOf(query: UserQuery): readonly string[] {
  if (!('op' in query)) return query.field === 'team' ? query.value : [];
  return query.op === 'not' ? teamsOf(query.of) : query.of.flatMap(teamsOf);
}

/** Returns the texts that all users of a query have somewhere, so that they can be marked. */
export function textsOf(query: UserQuery): readonly string[] {
  if (!('op' in query)) return query.field === 'text' ? [query.value] : [];
  return query.op === 'not' ? [] : query.of.flatMap(textsOf);
}

/** Whether a query has no conditions. */
export const hasNoParts = (query: UserQuery): boolean => isEvery(simplified(query));
