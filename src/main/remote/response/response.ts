/** Reads responses of the service: status, errors (wire/conventions 5 and 9) and value. */

import type { Variant } from '#contract/definitions.ts';
import { AppError, type ErrorReport, fail } from '#contract/errors.ts';
import { maxActionBytes, maxErrorPathLength, maxErrorTextLength, maxRequestIdLength } from '#contract/limits.ts';
import type { JsonValue } from '#contract/service/models/fields.ts';
import { redacted } from '#contract/service/models/secret.ts';
import type { TransportResponse } from '../../ports/ports';
import type { Redact } from '../redact';
import { isEncoded, tooManyBytes } from '../shared-transport';
import { cutText, readKnownError } from './error-body';
import { JsonReader } from './json-reader';
import type { Pace } from './pacer';
import { readBody } from './response-body';
import { isSecretName, isSecretText, withoutSecretWords } from './secret-names';

// Adds the fields that the schema of a response doesn't know, without secrets, for those who read an object as a whole.

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

type Facts = { readonly status: number; readonly requestId?: string };

/**
 * Returns the value of a successful response. Rejects with `known-error` for the service's coded errors (also unknown ones),
 * `service-error` for plain ones, `rate-limited`, `redirect-refused`, `bad-response`, `response-too-large`, `protocol-violation`,
 * and when `pace` does. With `keepUnknown`, the value has also the fields that its schema doesn't know, without secrets.
 */
export async function readResponse(
  variant: Variant,
  response: TransportResponse,
  redact: Redact,
  pace: Pace,
  keepUnknown = false,
): Promise<unknown> {
  const status = statusOf(response);
  const facts = () => factsOf(response, redact);
  if (status >= 300 && status < 400) throw fail('redirect-refused', facts());
  if (isLoop(status, response)) throw fail('rate-limited', facts());
  if (serviceHeader(response.headers, 'known-error') !== undefined) throw new AppError(knownReport(response, facts(), redact));
  if (status < 200 || status >= 400) throw new AppError(plainReport(response, facts(), redact));
  if (isEncoded(response.headers)) throw encoded(facts());
  const complete = keepUnknown ? (read: unknown, sent: unknown) => withUnknownFields(read, sent as JsonValue, redact) : undefined;
  const read = await readBody(variant, response.bytes, pace, complete).catch(refused('bad-response', facts));
  if (!read.ok) throw fail('bad-response', { ...facts(), path: cutText(read.path, maxErrorPathLength) }, read.cause);
  return read.value;
}

/** Returns the status of a response, and the ID that the service gave the request. */
export function factsOf(response: TransportResponse, redact: Redact): Facts {
  const status = statusOf(response);
  const requestId = serviceHeader(response.headers, 'request-id');
  return requestId === undefined ? { status } : { status, requestId: cutText(redact(requestId), maxRequestIdLength) };
}

/** Whether a gateway mistook many requests for an infinite loop, which is handled like status 429. */
function isLoop(status: number, { headers, bytes }: TransportResponse): boolean {
  if (status !== 508) return false;
  return headers['x-vercel-error'] === 'INFINITE_LOOP_DETECTED' || Buffer.from(bytes).includes('INFINITE_LOOP_DETECTED');
}

/** Headers of the service, under their present names and their former ones. */
const serviceHeaders = {
  'actual-status': ['x-hexclave-actual-status', 'x-stack-actual-status'],
  'known-error': ['x-hexclave-known-error', 'x-stack-known-error'],
  'request-id': ['x-hexclave-request-id', 'x-stack-request-id'],
} as const;

/** Returns a header of the service, under its present name or its former one. Later releases send both (wire/hexclave 2.2). */
function serviceHeader(headers: TransportResponse['headers'], name: keyof typeof serviceHeaders): string | undefined {
  const [present, former] = serviceHeaders[name];
  return headers[present] ?? headers[former];
}

/** Returns the actual status: that of the header for it if the response has one, because of the override header. */
function statusOf(response: TransportResponse): number {
  const actual = serviceHeader(response.headers, 'actual-status');
  if (actual === undefined) return response.status;
  if (!/^[45]\d\d$/.test(actual)) throw fail('protocol-violation', { status: response.status });
  return Number(actual);
}

function knownReport({ headers, bytes }: TransportResponse, facts: Facts, redact: Redact): ErrorReport {
  if (isEncoded(headers)) throw encoded(facts);
  if (bytes.length > maxActionBytes) throw tooManyBytes(maxActionBytes, facts);
  const found = readKnownError(parsed(bytes, facts), redact, serviceHeader(headers, 'known-error'));
  if (found === null) throw fail('protocol-violation', facts);
  return { code: 'known-error', ...found, ...facts };
}

function parsed(bytes: Uint8Array, facts: Facts): unknown {
  try {
    return new JsonReader(bytes).whole();
  } catch (thrown) {
    return refused('protocol-violation', () => facts)(thrown);
  }
}

function plainReport({ headers, bytes }: TransportResponse, facts: Facts, redact: Redact): ErrorReport {
  if (facts.status === 429) return { code: 'rate-limited', ...facts };
  const isText = (headers['content-type']?.startsWith('text/plain') ?? false) && bytes.length <= maxActionBytes;
  // Redacted before it is truncated: a part of a token at the end would not match.
  const text = isText ? cutText(withoutSecretWords(redact(new TextDecoder().decode(bytes))).trim(), maxErrorTextLength) : '';
  return { code: 'service-error', ...facts, ...(text === '' ? {} : { text }) };
}

function encoded(facts: Facts): AppError {
  return fail('bad-response', { ...facts, path: 'content-encoding' });
}

/** Adds the facts to an error of reading a body. A parser's error is replaced, because it may quote a token. */
function refused(malformed: 'bad-response' | 'protocol-violation', facts: () => Facts): (thrown: unknown) => never {
  return (thrown) => {
    if (thrown instanceof AppError) throw thrown.code === 'cancelled' ? thrown : new AppError({ ...thrown.report, ...facts() });
    if (thrown instanceof SyntaxError) throw fail(malformed, facts());
    throw thrown;
  };
}
