/** The transport outside Electron: undici with a pool per origin. */
import { Agent, type Dispatcher } from 'undici';
import { AppError, fail } from '../../contract/errors';
import type { Transport, TransportFailure, TransportLimits, TransportRequest, TransportResponse } from '../ports';

const connectionsPerOrigin = 32;
/** Bytes that must arrive within the idle limit: an answer that trickles is as good as none. */
const slowestPace = 1024;

/**
 * Creates a transport over undici; at most 32 connections per origin, none followed to another address. `now` gives
 * milliseconds of a clock that only goes forward.
 */
export function createUndiciTransport(connectTimeout = 10_000, now: () => number = () => performance.now()): Transport {
  const agent = new Agent({ connections: connectionsPerOrigin, pipelining: 1, connect: { timeout: connectTimeout } });
  return {
    async send(request) {
      try {
        const answer = await ask(agent, request);
        return {
          status: answer.statusCode,
          headers: flatten(answer.headers),
          bytes: await readBody(answer.body, request.limits, now),
        };
      } catch (thrown) {
        throw thrown instanceof AppError ? thrown : fail(codeOf(thrown, request.signal), {}, thrown);
      }
    },
    close: () => agent.destroy(),
  };
}

function ask(agent: Agent, request: TransportRequest): Promise<Dispatcher.ResponseData> {
  const { origin, pathname, search } = new URL(request.url);
  return agent.request({
    origin,
    path: `${pathname}${search}`,
    method: request.method as Dispatcher.HttpMethod,
    headers: request.headers,
    body: request.body ?? null,
    headersTimeout: request.limits.headers,
    bodyTimeout: request.limits.idle,
    ...(request.signal ? { signal: request.signal } : {}),
  });
}

async function readBody(body: Dispatcher.ResponseData['body'], limits: TransportLimits, now: () => number): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  let size = 0;
  let measured = { at: now(), size };
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limits.bodyBytes) throw fail('response-too-large');
    parts.push(part);
    if (now() - measured.at <= limits.idle) continue;
    if (size - measured.size < slowestPace) throw fail('timed-out');
    measured = { at: now(), size };
  }
  return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
}

function flatten(headers: Dispatcher.ResponseData['headers']): TransportResponse['headers'] {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? (value.at(-1) ?? '') : value]],
    ),
  );
}

const codes: Readonly<Record<string, TransportFailure>> = {
  ENOTFOUND: 'name-not-found',
  EAI_AGAIN: 'name-not-found',
  ECONNREFUSED: 'unreachable',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  EADDRNOTAVAIL: 'unreachable',
  UND_ERR_CONNECT_TIMEOUT: 'timed-out',
  UND_ERR_HEADERS_TIMEOUT: 'timed-out',
  UND_ERR_BODY_TIMEOUT: 'timed-out',
  UND_ERR_ABORTED: 'cancelled',
  EPROTO: 'tls-refused',
};

function codeOf(thrown: unknown, signal: AbortSignal | undefined): TransportFailure {
  if (signal?.aborted) return 'cancelled';
  const code = firstCode(thrown);
  if (/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/.test(code)) return 'tls-refused';
  return codes[code] ?? 'connection-lost';
}

/** The code nearest the cause: a refused dual-stack connection arrives as an `AggregateError`. */
function firstCode(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null) return '';
  const { code, cause, errors } = thrown as { code?: unknown; cause?: unknown; errors?: unknown[] };
  if (typeof code === 'string') return code;
  return firstCode(errors?.[0] ?? cause);
}
