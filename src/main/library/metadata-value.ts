/** Values of a metadata path as the index stores them. */
import { createHash } from 'node:crypto';
import { foldSearch } from '#contract/text/fold-search.ts';
import { separator } from './user-row';

/** Kinds of values, in the order in which users are sorted by them. */
export const kinds = { null: 0, boolean: 1, number: 2, text: 3, list: 4, object: 5 } as const;

/** What a text in the database can't contain: half of a pair, the end of a text in C, and the separator. */
const unstorable = new RegExp(`[\\p{Surrogate}\\0${separator}]`, 'gu');

/** Maximum characters of a text that is stored as a whole. */
const maxLength = 500;

export interface StoredValue {
  /** Null if the user has no such value. */
  readonly kind: number | null;
  readonly value: string | number | null;
  /** For `contains`: a text folded, or the texts of a list between separators. */
  readonly searched: string | null;
}

/** Returns the columns of a value; undefined is none. */
export function toStoredValue(value: unknown): StoredValue {
  if (value === undefined) return { kind: null, value: null, searched: null };
  if (value === null) return { kind: kinds.null, value: null, searched: null };
  if (typeof value === 'boolean') return { kind: kinds.boolean, value: value ? 1 : 0, searched: null };
  if (typeof value === 'number') return { kind: kinds.number, value, searched: null };
  if (typeof value === 'string') return { kind: kinds.text, value: storedText(value), searched: foldSearch(value) };
  if (!Array.isArray(value)) return { kind: kinds.object, value: null, searched: null };
  const texts = value.filter((item): item is string => typeof item === 'string').map(listText);
  return { kind: kinds.list, value: null, searched: `${separator}${texts.map((text) => `${text}${separator}`).join('')}` };
}

/** Returns a text as it is stored and compared: of a long one the start, which orders it, and a hash, by which equal ones are found. */
export function storedText(text: string): string {
  const whole = text.replace(unstorable, '\ufffd');
  if (whole.length <= maxLength) return whole;
  return `${whole.slice(0, maxLength).replace(unstorable, '\ufffd')}${separator}${createHash('sha256').update(whole).digest('hex')}`;
}

/** Returns a text of a list as it is stored and compared. */
export function listText(text: string): string {
  return text.replace(unstorable, '\ufffd');
}
