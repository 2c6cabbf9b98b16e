/** Adds the fields that the schema of a response doesn't know, without secrets, for those who read an object as a whole. */
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';
import type { Redact } from '../redact';
import { isSecretName, isSecretText } from './secret-names';

/**
 * Returns a value as the service sent it. `read` is the same value as its schema read it: what it has is known, and stays as it was sent.
 * Everything else that may be a secret is replaced.
 */
export function withUnknownFields(read: unknown, sent: JsonValue, redact: Redact): JsonValue {
  if (read === sent) return sent;
  if (Array.isArray(sent)) {
    const known: readonly unknown[] = Array.isArray(read) ? read : [];
    return sent.map((item, at) => withUnknownFields(known[at], item, redact));
  }
  if (!isObject(sent)) return sent;
  return mapFields(sent, (name, value) =>
    isObject(read) && Object.hasOwn(read, name) ? withUnknownFields(read[name], value, redact) : unknownField(name, value, redact),
  );
}

/** Whether something is on or off, and that something isn't there, is no secret. */
function unknownField(name: string, value: JsonValue, redact: Redact): JsonValue {
  if (value === null || typeof value === 'boolean') return value;
  if (isSecretName(name)) return redacted;
  if (typeof value === 'string') return isSecretText(value) ? redacted : redact(value);
  if (Array.isArray(value)) return value.map((item) => unknownField(name, item, redact));
  return isObject(value) ? mapFields(value, (inner, field) => unknownField(inner, field, redact)) : value;
}

/** Also keeps a field named `__proto__`, which an assignment would lose. */
function mapFields(object: { readonly [name: string]: JsonValue }, change: (name: string, value: JsonValue) => JsonValue): JsonValue {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(name, value)]));
}

function isObject<T>(value: T): value is T & { readonly [name: string]: JsonValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
