/** Parses the text form of queries (`query-text`). */
import { isUuid } from '../text/uuid';
import { parseMetadataPath } from './metadata-path';
import { queryLimits } from './query-limits';
import { bareWord, fieldNames, fixedMethods, keywords, simplified } from './query-text';
import type { Condition, UserQuery } from './user-query';

/** What is wrong at a place of the text. */
export interface QueryProblem {
  readonly problem:
    | 'field'
    | 'operator'
    | 'value'
    | 'time'
    | 'path'
    | 'quote'
    | 'missing'
    | 'parenthesis'
    | 'unexpected'
    | 'too-many'
    | 'too-deep'
    | 'too-long';
  /** The part of the text that it is about, from a position up to another one. */
  readonly start: number;
  readonly end: number;
}

/** Maximum number of characters of a text: a query within its limits may still be longer, and then has none that can be read. */
const maxTextLength = 100_000;

/** Returns the query that a text describes, simplified, within the limits of queries; what is wrong with the text otherwise. */
export function parseQueryText(text: string): UserQuery | QueryProblem {
  if (text.length > maxTextLength) return { problem: 'too-long', start: maxTextLength, end: text.length };
  const reader = new Reader(text);
  try {
    const query = reader.isAtEnd() ? every : parseOr(reader, 0);
    if (!reader.isAtEnd()) reader.fail(reader.text[reader.at] === ')' ? 'parenthesis' : 'unexpected', reader.at, reader.at + 1);
    return withinDepth(simplified(query), text);
  } catch (thrown) {
    if (thrown instanceof Failure) return thrown.problem;
    throw thrown;
  }
}

/** Whether a result of {@link parseQueryText} is a problem. */
export function isProblem(result: UserQuery | QueryProblem): result is QueryProblem {
  return 'problem' in result;
}

const every: UserQuery = { op: 'and', of: [] };

class Failure extends Error {
  constructor(readonly problem: QueryProblem) {
    super(problem.problem);
  }
}

/** A position in a text, which moves on with what is taken. */
class Reader {
  at = 0;
  conditions = 0;
  constructor(readonly text: string) {
    this.skip();
  }

  isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  fail(problem: QueryProblem['problem'], start: number, end: number): never {
    throw new Failure({ problem, start, end: Math.min(this.text.length, Math.max(end, start)) });
  }

  /** Returns what a pattern with the flag `y` matches here; null for nothing. */
  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? null;
    if (found !== null) this.at += found.length;
    return found;
  }

  skip(): void {
    this.take(/\s*/y);
  }

  /** Takes a keyword that ends here as a word. */
  takeKeyword(word: string): boolean {
    const found = this.take(new RegExp(`${word}(?![^\\s()"])`, 'iy')) !== null;
    this.skip();
    return found;
  }
}

function parseOr(reader: Reader, depth: number): UserQuery {
  const of = [parseAnd(reader, depth)];
  while (reader.takeKeyword('or')) of.push(parseAnd(reader, depth));
  return { op: 'or', of };
}

function parseAnd(reader: Reader, depth: number): UserQuery {
  const of = [parseNot(reader, depth)];
  const isAtOr = () => /or(?![^\s()"])/iy.test(reader.text.slice(reader.at, reader.at + 3));
  while (!reader.isAtEnd() && reader.text[reader.at] !== ')' && !isAtOr()) {
    reader.takeKeyword('and');
    of.push(parseNot(reader, depth));
  }
  return { op: 'and', of };
}

function parseNot(reader: Reader, depth: number): UserQuery {
  // Far above the limit of a simplified query, which is checked at the end.
  if (depth > queryLimits.depth * 8) reader.fail('too-deep', reader.at, reader.at + 1);
  if (reader.takeKeyword('not')) return { op: 'not', of: parseNot(reader, depth + 1) };
  if (reader.takeKeyword('all')) return every;
  if (reader.takeKeyword('none')) return { op: 'or', of: [] };
  const start = reader.at;
  if (reader.take(/\(\s*/y) === null) return parseCondition(reader);
  const query = parseOr(reader, depth + 1);
  if (reader.take(/\)/y) === null) reader.fail('parenthesis', start, start + 1);
  reader.skip();
  return query;
}

function parseCondition(reader: Reader): Condition {
  const start = reader.at;
  reader.conditions += 1;
  const condition = readHas(reader) ?? readMetadata(reader) ?? readField(reader) ?? readText(reader);
  if (reader.conditions > queryLimits.conditions) reader.fail('too-many', start, reader.at);
  reader.skip();
  return condition;
}

const pathPattern = /(?:client_read_only|client|server)(?:_metadata)?(?:\.(?:"(?:[^"\\]|\\.)*"|[^\s."\\()=<>~,:]+))+/y;

function readPath(reader: Reader): string | null {
  const start = reader.at;
  const found = reader.take(pathPattern);
  if (found === null) return null;
  const path = parseMetadataPath(found);
  return typeof path === 'string' ? reader.fail('path', start, reader.at) : path.text;
}

function readHas(reader: Reader): Condition | null {
  const start = reader.at;
  if (reader.take(/has:/iy) === null) return null;
  const path = readPath(reader) ?? reader.fail('path', start, start + 4);
  return { field: 'metadata', path, is: { op: 'exists' } };
}

function readMetadata(reader: Reader): Condition | null {
  const start = reader.at;
  const path = readPath(reader);
  if (path === null) return null;
  const sign = reader.take(/[=~<>]/y) ?? reader.fail('operator', start, reader.at);
  const at = reader.at;
  const value = readScalar(reader);
  const fail = () => reader.fail('value', at, reader.at);
  if (typeof value === 'string' && value.length > queryLimits.textLength) reader.fail('too-long', at, reader.at);
  if (sign === '=') return { field: 'metadata', path, is: { op: 'equals', value } };
  if (sign === '~') return typeof value === 'string' && value !== '' ? { field: 'metadata', path, is: { op: 'contains', value } } : fail();
  if (typeof value !== 'string' && typeof value !== 'number') return fail();
  return { field: 'metadata', path, is: { op: sign === '>' ? 'greater' : 'less', value } };
}

function readScalar(reader: Reader): string | number | boolean | null {
  const start = reader.at;
  const quoted = readQuoted(reader);
  if (quoted !== null) return quoted;
  const word = reader.take(/-?\d[^\s"()=<>~,:]*|[^\s"()=<>~:,]+/y) ?? reader.fail('missing', start, start + 1);
  if (word === 'null') return null;
  if (word === 'true' || word === 'false') return word === 'true';
  return /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(word) && Number.isFinite(Number(word)) ? Number(word) : word;
}

/** Returns the text between quotation marks, with the escapes of JSON; null if there are none here. */
function readQuoted(reader: Reader): string | null {
  const start = reader.at;
  if (reader.text[start] !== '"') return null;
  const found = reader.take(/"(?:[^"\\]|\\.)*"/sy) ?? reader.fail('quote', start, reader.text.length);
  try {
    return JSON.parse(found) as string;
  } catch {
    return reader.fail('quote', start, reader.at);
  }
}

const fieldOf = new Map(Object.entries(fieldNames).map(([field, name]) => [name as string, field as keyof typeof fieldNames]));

function readField(reader: Reader): Condition | null {
  const start = reader.at;
  const name = reader.take(/[\w-]+:/y);
  if (name === null) return null;
  const field = fieldOf.get(name.slice(0, -1).toLowerCase()) ?? reader.fail('field', start, reader.at - 1);
  const at = reader.at;
  switch (field) {
    case 'method':
      return { field, value: readList(reader, methodOf) };
    case 'team':
      return { field, value: readList(reader, (text) => (isUuid(text) ? text : null)) };
    case 'country':
      return { field, value: readList(reader, (text) => (/^[A-Z]{2}$/i.test(text) ? text.toUpperCase() : null)) };
    case 'signed-up':
    case 'last-active':
      return { field, is: readTime(reader) };
    default: {
      const word = reader.take(/[\w-]+/y) ?? reader.fail('missing', start, at);
      return /^(?:yes|no)$/i.test(word) ? { field, value: word.toLowerCase() === 'yes' } : reader.fail('value', at, reader.at);
    }
  }
}

function methodOf(text: string): string | null {
  if (fixedMethods.includes(text)) return text;
  const provider = text.replace(/^oauth:/, '');
  return /^[\w-]{1,64}$/.test(provider) ? `oauth:${provider}` : null;
}

function readList(reader: Reader, parse: (text: string) => string | null): string[] {
  const values: string[] = [];
  do {
    const start = reader.at;
    const text = reader.take(/(?:oauth:)?[\w-]+/y) ?? reader.fail('missing', start, start + 1);
    values.push(parse(text) ?? reader.fail('value', start, reader.at));
    if (values.length > queryLimits.values) reader.fail('too-many', start, reader.at);
  } while (reader.take(/,/y) !== null);
  return values;
}

type Time = Extract<Condition, { field: 'signed-up' }>['is'];

function readTime(reader: Reader): Time {
  const start = reader.at;
  const [, sign = '', value = ''] = /^([<>]=?)([^\s()"]+)$/.exec(reader.take(/[^\s()"]+/y) ?? '') ?? [];
  const fail = () => reader.fail('time', start, reader.at);
  const days = /^\d{1,5}d$/.test(value) ? Number.parseInt(value, 10) : null;
  if (days !== null) {
    if (days < 1 || days > 36_500 || sign === '>=') return fail();
    return { op: sign === '>' ? 'not-within-days' : 'within-days', value: days };
  }
  const millis = momentOf(value);
  if (millis === null || (sign !== '<' && sign !== '>=')) return fail();
  return { op: sign === '<' ? 'before' : 'from', value: millis };
}

/** Returns the moment of a date, in UTC, of a date with a time, or of `123ms`, in milliseconds. */
function momentOf(text: string): number | null {
  const millis = /^-?\d{1,16}ms$/.test(text)
    ? Number.parseInt(text, 10)
    : /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z)?$/.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return Number.isSafeInteger(millis) ? millis : null;
}

function readText(reader: Reader): Condition {
  const start = reader.at;
  const quoted = readQuoted(reader);
  const value = quoted ?? reader.take(bareWord) ?? reader.fail(start === reader.text.length ? 'missing' : 'unexpected', start, start + 1);
  if (quoted === null && keywords.includes(value.toLowerCase())) reader.fail('unexpected', start, reader.at);
  if (value === '') reader.fail('value', start, reader.at);
  if (value.length > queryLimits.textLength) reader.fail('too-long', start, reader.at);
  // Something of a filter that no filter starts with, such as `=` or `plan=team`.
  if (quoted === null && /[=<>~:,]/.test(reader.text[reader.at] ?? '')) reader.fail('operator', start, reader.at + 1);
  return { field: 'text', value };
}

function withinDepth(query: UserQuery, text: string): UserQuery | QueryProblem {
  const fits = (part: UserQuery, depth: number): boolean => {
    if (depth > queryLimits.depth) return false;
    if (!('op' in part)) return true;
    return part.op === 'not'
      ? fits(part.of, depth + 1)
      : part.of.length <= queryLimits.conditions && part.of.every((one) => fits(one, depth + 1));
  };
  return fits(query, 1) ? query : { problem: 'too-deep', start: 0, end: text.length };
}
