/** Which part of a query may leave the app in a link. */
import { isEvery, simplified } from './query-text';
import type { Condition, UserQuery } from './user-query';

/**
 * Returns a query without what may be a name, an email, a phone number, or a secret: searched texts, and texts of metadata other than short plain
 * words. What is joined by `and` is left out one by one, so that more users match; a group of `or` or `not` with such a part is left out as a whole,
 * as the rest would mean something else.
 */
export function linkableQuery(query: UserQuery): UserQuery {
  const simple = simplified(query);
  if (!('op' in simple) || simple.op !== 'and') return isLinkable(simple) ? simple : { op: 'and', of: [] };
  return simplified({ op: 'and', of: simple.of.filter(isLinkable) });
}

/** Whether a link has the whole query. */
function isLinkable(query: UserQuery): boolean {
  if (!('op' in query)) return isPlain(query);
  return query.op === 'not' ? isLinkable(query.of) : isEvery(query) || query.of.every(isLinkable);
}

function isPlain(condition: Condition): boolean {
  if (condition.field === 'text') return false;
  if (condition.field !== 'metadata' || condition.is.op === 'exists') return true;
  const { value } = condition.is;
  return typeof value !== 'string' || isPlainWord(value);
}

/** A plan, a role, a version, a date, but no sentence, address, number of a phone or card, and nothing that looks random. */
function isPlainWord(text: string): boolean {
  if (!/^[\p{L}\p{N}_.:-]{0,32}$/u.test(text)) return false;
  const isDate = /^\d{4}-\d\d-\d\d/.test(text);
  const looksRandom = text.length > 16 && /\d/.test(text) && /\p{L}/u.test(text);
  return isDate || (!looksRandom && text.replace(/\D/g, '').length < 7);
}
