/** The service's own headers under both of its names, and cross-origin headers (wire/hexclave 2, wire/conventions 11). */
import type { Release } from '../releases/release';

const oldPrefix = 'x-stack-';
const newPrefix = 'x-hexclave-';

/** Returns the request with each header of the new name under the old one too, in place of what is there (wire/hexclave 2.1). */
export function withOldNames(release: Release, request: Request): Request {
  if (!release.has('new-header-names')) return request;
  let copy: Request | undefined;
  for (const [name, value] of request.headers) {
    if (!name.startsWith(newPrefix)) continue;
    copy ??= new Request(request);
    copy.headers.set(name.replace(newPrefix, oldPrefix), value);
  }
  return copy ?? request;
}

/** Returns the headers of a response, from 2.8.108 on each of the service's own also under the new name (wire/hexclave 2.2). */
export function underBothNames(release: Release, headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (!release.has('new-header-names')) return headers;
  const both: Record<string, string> = { ...headers };
  for (const name in headers) {
    const value = headers[name];
    if (name.startsWith(oldPrefix) && value !== undefined) both[name.replace(oldPrefix, newPrefix)] = value;
  }
  return both;
}

function newNames(name: string): readonly string[] {
  return name.startsWith(oldPrefix) ? [name.replace(oldPrefix, newPrefix)] : [];
}

const requestHeaders = [
  'content-type',
  'authorization',
  'x-stack-project-id',
  'x-stack-override-error-status',
  'x-stack-random-nonce',
  'x-stack-client-version',
  'x-stack-disable-artificial-development-delay',
  'x-stack-access-type',
  'x-stack-publishable-client-key',
  'x-stack-secret-server-key',
  'x-stack-super-secret-admin-key',
  'x-stack-admin-access-token',
  'x-stack-refresh-token',
  'x-stack-access-token',
  'baggage',
  'sentry-trace',
  'x-vercel-protection-bypass',
];
const responseHeaders = ['content-type', 'x-stack-actual-status', 'x-stack-known-error'];

function listedHeaders(release: Release): { readonly request: readonly string[]; readonly response: readonly string[] } {
  const request = [
    ...requestHeaders,
    ...(release.has('branches') ? ['x-stack-branch-id', 'ngrok-skip-browser-warning'] : []),
    ...(release.has('anonymous-opt-in') ? ['x-stack-allow-anonymous-user'] : []),
  ];
  if (!release.has('new-header-names')) return { request, response: responseHeaders };
  const both = (names: readonly string[]) => names.flatMap((name) => [name, ...newNames(name)]);
  return { request: both([...request, 'x-stack-allow-restricted-user']), response: both([...responseHeaders, 'x-stack-request-id']) };
}

const known = new WeakMap<Release, Readonly<Record<string, string>>>();

/** Returns the headers of every response below `/api`. */
export function corsHeaders(release: Release): Readonly<Record<string, string>> {
  const headers = known.get(release) ?? createCorsHeaders(release);
  known.set(release, headers);
  return headers;
}

function createCorsHeaders(release: Release): Readonly<Record<string, string>> {
  const { request, response } = listedHeaders(release);
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-max-age': '86400',
    'access-control-allow-headers': request.join(', '),
    'access-control-expose-headers': response.join(', '),
  };
}
