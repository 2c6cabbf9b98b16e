/** Validation of requests: lenient coercion, then all schema errors at once (wire/conventions 3, 6, 9.2). */
import { z } from 'zod';
import type { Schema } from '../../contract/kit';
import { userIdOrMe } from '../../contract/service/models/fields';
import { coerce, fieldsOf, unwrap } from './coerce';
import type { RequestSchemas } from './context';
import { knownError, schemaError } from './failures';
import { schemaErrorText } from './schema-error-text';

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

/** Schema of an object without properties. */
export const emptyObject = z.strictObject({});
