/** Checks whether the server at an address is the service. */

import { fail } from '#contract/errors.ts';
import { parseUrl } from '#contract/urls.ts';
import type { Transport, TransportResponse } from '../ports/ports';
import { limits } from './send';

/** Timeout (ms) of one request while the user waits for the test's results. */
const defaultTimeoutMillis = 10_000;

/**
 * Requests the API's root and the server's health without a credential. Throws the transport's codes, `service-moved` or
 * `redirect-refused`, `network-sign-in`, `proxy-sign-in`, `rate-limited`, `service-error` for a server that is down,
 * `address-not-found`, `web-page-answers`, or `not-a-service`.
 */
export async function checkService(transport: Transport, baseUrl: string, timeoutMillis = defaultTimeoutMillis): Promise<void> {
  const root = await get(transport, `${baseUrl}/api/v1`, timeoutMillis);
  assertSuccess(root, baseUrl);
  if (root.status === 404 || root.status === 405) throw fail('address-not-found', { status: root.status });
  if (root.status === 200 && isWebPage(root)) throw fail('web-page-answers', { status: root.status });
  if (root.status !== 200 || !isApiRoot(root)) throw fail('not-a-service', { status: root.status });
  assertSuccess(await get(transport, `${baseUrl}/health`, timeoutMillis), baseUrl);
}

function get(transport: Transport, url: string, timeoutMillis: number): Promise<TransportResponse> {
  const own = { ...limits, connect: timeoutMillis, headers: timeoutMillis, idle: timeoutMillis, total: timeoutMillis };
  return transport.send({ method: 'GET', url, headers: {}, limits: own });
}

function assertSuccess({ status, headers }: TransportResponse, baseUrl: string): void {
  const origin = status === 301 || status === 308 ? originElsewhere(headers.location, baseUrl) : null;
  if (origin !== null) throw fail('service-moved', { status, details: { origin } });
  if (status === 407) throw fail('proxy-sign-in', { status });
  if (status === 511) throw fail('network-sign-in', { status });
  if (status >= 300 && status < 400) throw fail('redirect-refused', { status });
  if (status === 429) throw fail('rate-limited', { status });
  if (status >= 500) throw fail('service-error', { status });
}

/** Returns the origin that a permanent redirect points to; null if it is the same origin (RFC 9110, 15.4.2 and 15.4.9). */
function originElsewhere(location: string | undefined, baseUrl: string): string | null {
  const target = location === undefined ? null : parseUrl(location, baseUrl);
  if (target === null) return null;
  const { origin, protocol } = target;
  return /^https?:$/.test(protocol) && origin !== new URL(baseUrl).origin ? origin : null;
}

function isWebPage({ headers, bytes }: TransportResponse): boolean {
  const type = headers['content-type'] ?? '';
  return /^(text\/html|application\/xhtml)/i.test(type) || /^\s*<(!doctype|html)/i.test(new TextDecoder().decode(bytes.subarray(0, 512)));
}

/** Whether the body is a welcome line, an empty line, and the access type of the caller (wire/conventions 1). */
function isApiRoot({ headers, bytes }: TransportResponse): boolean {
  const isText = headers['content-type']?.startsWith('text/plain') ?? false;
  return isText && /^[^\n]+\n\nAuthentication: (None|Client|Server|Admin)\s*($|\n)/.test(new TextDecoder().decode(bytes));
}
