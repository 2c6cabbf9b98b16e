/**
 * The text form of a query, which addresses carry and users share and type: `method:google,github verified:no server.plan="team" active:>90d ada`.
 * `and` may be left out, `or` is weaker, `not` and parentheses are as usual, `all` and `none` match every user and no user.
 */
import { parseMetadataPath } from './metadata-path';
import type { Condition, UserQuery } from './user-query';

/** The name of each field in texts. Those of booleans take `yes` and `no`. */
export const fieldNames = {
  method: 'method',
  'can-sign-in': 'can-sign-in',
  verified: 'verified',
  anonymous: 'anonymous',
  restricted: 'restricted',
  'signed-up': 'signed-up',
  'last-active': 'active',
  team: 'team',
  country: 'country',
} as const satisfies Partial<Record<Condition['field'], string>>;

/** Sign-in methods that aren't providers. */
export const fixedMethods: readonly string[] = ['password', 'one-time-code', 'passkey', 'two-factor'];

const dayMillis = 86_400_000;

/** A word that needs no quotation marks. */
export const bareWord = /[^\s"()=<>~:,]+/y;
export const keywords: readonly string[] = ['and', 'or', 'not', 'all', 'none'];
const metadataStart = /^(?:client|client_read_only|server)(?:_metadata)?\./;

/** Returns the text of a query, the same for all queries that {@link simplified} makes one; '' for every user. */
export function toQueryText(query: UserQuery): string {
  const simple = simplified(query);
  return isEvery(simple) ? '' : write(simple, 'top');
}

function write(query: UserQuery, within: 'top' | 'and' | 'or' | 'not'): string {
  if (!('op' in query)) return writeCondition(query);
  if (query.op === 'not') return `not ${write(query.of, 'not')}`;
  if (query.of.length === 0) return query.op === 'and' ? 'all' : 'none';
  const op = query.op;
  const text = query.of.map((part) => write(part, op)).join(op === 'and' ? ' ' : ' or ');
  // A group in a group of the same kind is one of both after simplifying, so that only these need parentheses.
  return within === 'not' || (within === 'and' && op === 'or') ? `(${text})` : text;
}

/**
 * Returns a query that the same users meet, without groups of one part, groups within groups of their kind, and double negations. Only such
 * differences get lost in texts.
 */
export function simplified(query: UserQuery): UserQuery {
  if (!('op' in query)) return query;
  if (query.op === 'not') {
    const of = simplified(query.of);
    return 'op' in of && of.op === 'not' ? of.of : { op: 'not', of };
  }
  const { op } = query;
  const of = query.of.map(simplified).flatMap((part) => ('op' in part && part.op === op ? part.of : [part]));
  const [first] = of;
  return of.length === 1 && first !== undefined ? first : { op, of };
}

/** Whether a query is the group without conditions, which every user meets. */
export function isEvery(query: UserQuery): boolean {
  return 'op' in query && query.op === 'and' && query.of.length === 0;
}

function writeCondition(condition: Condition): string {
  switch (condition.field) {
    case 'text':
      return writeText(condition.value);
    case 'method':
      return `method:${condition.value.map(writeMethod).join(',')}`;
    case 'team':
    case 'country':
      return `${fieldNames[condition.field]}:${condition.value.join(',')}`;
    case 'signed-up':
    case 'last-active':
      return `${fieldNames[condition.field]}:${writeTime(condition.is)}`;
    case 'metadata':
      return writeMetadata(condition);
    default:
      return `${fieldNames[condition.field]}:${condition.value ? 'yes' : 'no'}`;
  }
}

function writeText(text: string): string {
  const isBare = new RegExp(`^${bareWord.source}$`).test(text) && !keywords.includes(text.toLowerCase()) && !metadataStart.test(text);
  return isBare ? text : JSON.stringify(text);
}

function writeMethod(method: string): string {
  const provider = method.replace(/^oauth:/, '');
  return provider !== method && !fixedMethods.includes(provider) ? provider : method;
}

type Time = Extract<Condition, { field: 'signed-up' }>['is'];

function writeTime(time: Time): string {
  if (time.op === 'within-days') return `<=${time.value}d`;
  if (time.op === 'not-within-days') return `>${time.value}d`;
  return `${time.op === 'before' ? '<' : '>='}${writeMoment(time.value)}`;
}

/** Years that dates are written with four digits. */
const [firstMoment, lastMoment] = [Date.UTC(1000, 0, 1), Date.UTC(9999, 11, 31)];

function writeMoment(millis: number): string {
  if (millis < firstMoment || millis > lastMoment) return `${millis}ms`;
  const text = new Date(millis).toISOString();
  return millis % dayMillis === 0 ? text.slice(0, 10) : text;
}

function writeMetadata({ path, is }: Extract<Condition, { field: 'metadata' }>): string {
  const text = writePath(path);
  if (is.op === 'exists') return `has:${text}`;
  const sign = { equals: '=', contains: '~', greater: '>', less: '<' }[is.op];
  return `${text}${sign}${Object.is(is.value, -0) ? '-0' : JSON.stringify(is.value)}`;
}

/** A key that could be taken for an operator has quotation marks here, which it doesn't need in a path alone. */
function writePath(path: string): string {
  const parsed = parseMetadataPath(path);
  if (typeof parsed === 'string') return path;
  const kind = parsed.field.replace(/_metadata$/, '');
  return [kind, ...parsed.keys.map((key) => (/^[\p{L}\p{N}_$-]+$/u.test(key) ? key : `"${key.replace(/["\\]/g, '\\$&')}"`))].join('.');
}
