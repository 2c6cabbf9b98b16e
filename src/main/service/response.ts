/** Reads an answer of the service: its real status, its error shapes (wire README 5 and 9), its parsed value. */
import { readAs } from '../../contract/dispatch';
import { AppError, type ErrorReport, fail } from '../../contract/errors';
import type { Variant } from '../../contract/kit';
import { maxErrorPathLength, maxErrorTextLength, maxRequestIdLength } from '../../contract/limits';
import type { TransportResponse } from '../ports';
import { cutText } from './cut-text';
import { readKnownError } from './error-body';
import { isEncoded } from './shared-transport';
import type { Strike } from './strike';

type Facts = { readonly status: number; readonly requestId?: string };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * The value of a successful answer. Everything else is thrown: `known-error` for the service's coded errors (also unknown
 * ones), `service-error` for plain ones, `rate-limited`, `redirect-refused`, `bad-response`, `protocol-violation`.
 */
export function readResponse(variant: Variant, response: TransportResponse, strike: Strike = (value) => value): unknown {
  const status = statusOf(response);
  const facts = () => factsOf(status, response, strike);
  if (status >= 300 && status < 400) throw fail('redirect-refused', facts());
  if (isLoop(status, response)) throw fail('rate-limited', facts());
  if (response.headers['x-stack-known-error'] !== undefined) throw new AppError(knownReport(response, facts, strike));
  if (status < 200 || status >= 400) throw new AppError(plainReport(response, facts(), strike));
  const found = readAs(variant.response, parseJson(response, facts));
  if (!found.ok) throw fail('bad-response', { ...facts(), path: cutText(found.path, maxErrorPathLength) }, found.cause);
  return found.value;
}

function factsOf(status: number, { headers }: TransportResponse, strike: Strike): Facts {
  const requestId = headers['x-stack-request-id'];
  return requestId === undefined ? { status } : { status, requestId: cutText(strike(requestId), maxRequestIdLength) };
}

/** A gateway that takes many calls for a circle asks for a pause, as it does with 429. */
function isLoop(status: number, { headers, bytes }: TransportResponse): boolean {
  if (status !== 508) return false;
  return headers['x-vercel-error'] === 'INFINITE_LOOP_DETECTED' || Buffer.from(bytes).includes('INFINITE_LOOP_DETECTED');
}

/** The status the service meant: `x-stack-actual-status` where the override header brought one. */
function statusOf(response: TransportResponse): number {
  const actual = response.headers['x-stack-actual-status'];
  if (actual === undefined) return response.status;
  if (!/^[45]\d\d$/.test(actual)) throw fail('protocol-violation', { status: response.status });
  return Number(actual);
}

function knownReport(response: TransportResponse, facts: () => Facts, strike: Strike): ErrorReport {
  const found = readKnownError(parseJson(response, facts, 'protocol-violation'), strike, response.headers['x-stack-known-error']);
  if (found === null) throw fail('protocol-violation', facts());
  return { code: 'known-error', ...found, ...facts() };
}

function plainReport(response: TransportResponse, facts: Facts, strike: Strike): ErrorReport {
  if (facts.status === 429) return { code: 'rate-limited', ...facts };
  const isText = response.headers['content-type']?.startsWith('text/plain') ?? false;
  // Struck before it is cut: half a token at the end would not be found.
  const text = isText ? cutText(strike(new TextDecoder().decode(response.bytes)).trim(), maxErrorTextLength) : '';
  return { code: 'service-error', ...facts, ...(text === '' ? {} : { text }) };
}

function parseJson(
  response: TransportResponse,
  facts: () => Facts,
  otherwise: 'bad-response' | 'protocol-violation' = 'bad-response',
): unknown {
  if (isEncoded(response.headers)) throw fail('bad-response', { ...facts(), path: 'content-encoding' });
  try {
    return JSON.parse(utf8.decode(response.bytes));
  } catch {
    // The parser's own error quotes what it read, which may be a token.
    throw fail(otherwise, facts());
  }
}
