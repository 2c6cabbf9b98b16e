/** Validation of requests: lenient coercion, then all schema errors at once (wire/conventions 3, 6, 9.2). */
import { z } from 'zod';
import type { Schema } from '#contract/definitions.ts';
import { userIdOrMe } from '#contract/service/models/fields.ts';
import { coerce, fieldsOf, unwrap } from './coerce';
import type { RequestSchemas } from './context';
import { knownError, schemaError } from './failures';

export type Input = { readonly [P in keyof RequestSchemas]-?: unknown };

const parts = ['params', 'query', 'headers', 'body'] as const;

/** Whether a field accepts a user's ID or `me`. */
function takesMe(schema: Schema): boolean {
  return unwrap(schema) === userIdOrMe;
}

function meFields(schema: Schema | undefined, value: unknown): string[] {
  if (schema === undefined || typeof value !== 'object' || value === null) return [];
  const fields = Object.entries(fieldsOf(schema));
  return fields.filter(([name, field]) => takesMe(field) && (value as Record<string, unknown>)[name] === 'me').map(([name]) => name);
}

/** Throws CANNOT_GET_OWN_USER_WITHOUT_USER if an ID is `me` and no user is signed in (wire/conventions 3). */
export function requireUserForMe(schemas: RequestSchemas, input: Input, userId: string | null): void {
  if (userId === null && parts.some((part) => meFields(schemas[part], input[part]).length > 0)) {
    throw knownError('CANNOT_GET_OWN_USER_WITHOUT_USER');
  }
}

/**
 * Validates all parts and returns them as parsed, with `me` replaced by the user's ID. Parts without a schema are ignored.
 *
 * Throws one SCHEMA_ERROR with a line for each issue, including a missing user if the endpoint requires one (wire/conventions 2.1).
 */
export function validate(
  schemas: RequestSchemas,
  input: Input,
  userId: string | null,
  call: { readonly method: string; readonly pathname: string; readonly needsUser?: boolean },
): Input {
  const lines = call.needsUser && userId === null ? ['auth.user must be defined'] : [];
  const read: Record<string, unknown> = {};
  for (const part of parts) {
    const schema = schemas[part];
    if (schema === undefined) continue;
    const result = schema.safeParse(coerce(schema, input[part]), { reportInput: true });
    if (result.success) read[part] = withUserId(schema, input[part], result.data, userId);
    else lines.push(...result.error.issues.map((issue) => schemaErrorText(issue, part, input[part])));
  }
  if (lines.length > 0) {
    throw schemaError(`Request validation failed on ${call.method} ${call.pathname}:${lines.map((line) => `\n  - ${line}`).join('')}`);
  }
  return { params: read.params, query: read.query, headers: read.headers, body: read.body };
}

function withUserId(schema: Schema, sent: unknown, data: unknown, userId: string | null): unknown {
  const names = meFields(schema, sent);
  return names.length === 0 ? data : { ...(data as object), ...Object.fromEntries(names.map((name) => [name, userId])) };
}

/** Returns the first violation of a schema by a value at a path, as a line without its dash; null for a valid value. */
export function firstViolation(schema: Schema, value: unknown, path: string): string | null {
  const result = schema.safeParse(value, { reportInput: true });
  const [issue] = result.error?.issues ?? [];
  return issue === undefined ? null : schemaErrorText(issue, path, value);
}

/** Schema of an object without properties. */
export const emptyObject = z.strictObject({});

/** Returns an issue as a line without its dash. `original` is the value before coercion. */
function schemaErrorText(issue: z.core.$ZodIssue, part: string, original: unknown): string {
  if (issue.code === 'custom' && typeof issue.params?.sentence === 'string') return issue.params.sentence;
  const at = pathText([part, ...issue.path]);
  const sent = valueAt(original, issue.path);
  if (issue.code === 'unrecognized_keys') return `${at} contains unknown properties: ${issue.keys.join(', ')}`;
  if (sent === undefined) return `${at} must be defined`;
  if (sent === null) return `${at} cannot be null`;
  return `${at} ${ruleOf(issue, sent)}`;
}

function ruleOf(issue: z.core.$ZodIssue, sent: unknown): string {
  switch (issue.code) {
    case 'custom':
      return typeof issue.params?.line === 'string' ? issue.params.line : 'is invalid';
    case 'invalid_type':
      return issue.expected === 'int' ? 'must be an integer' : typeRule(issue.expected, issue.input, sent);
    case 'invalid_value':
      return `must be one of the following values: ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return sizeRule(issue.origin, issue.exact, issue.maximum, 'at most', 'less');
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'must not be empty'
        : sizeRule(issue.origin, issue.exact, issue.minimum, 'at least', 'greater');
    case 'invalid_format':
      return issue.format === 'base64' ? 'is not valid base64' : `must match the following: "${issue.pattern ?? issue.format}"`;
    default:
      return 'is invalid';
  }
}

function sizeRule(origin: string, exact: boolean | undefined, limit: number | bigint, text: string, number: string): string {
  if (origin !== 'string') return `must be ${number} than or equal to ${limit}`;
  return exact ? `must be exactly ${limit} characters` : `must be ${text} ${limit} characters`;
}

function typeRule(expected: string, coerced: unknown, sent: unknown): string {
  const type = expected === 'record' ? 'object' : expected;
  const cast = Object.is(coerced, sent) || typeof sent === 'object' ? '.' : ` (cast from the value \`${printed(sent)}\`).`;
  const final = typeof sent === 'object' ? sent : coerced;
  return `must be a \`${type}\` type, but the final value was: \`${printed(final)}\`${cast}`;
}

function printed(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value, null, 2) ?? String(value);
}

function pathText(path: readonly PropertyKey[]): string {
  return path.map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`)).join('');
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    return (value as Readonly<Record<PropertyKey, unknown>>)[key];
  }, root);
}
