/** Responses: bodies, headers and status (wire/conventions 4, 5, 9, 11). */
import type { Release } from '../releases/release';
import type { Failure } from './failures';
import { corsHeaders, underBothNames } from './header-names';
import type { BodyTooLarge } from './read-body';

/** Response of a handler. `chunks` are parts of a long JSON text; `location` redirects. */
export type Reply<T> =
  | ({
      readonly status: 200 | 201;
      readonly headers?: Readonly<Record<string, string>>;
    } & ({ readonly body: T } | { readonly chunks: Iterable<string> } | { readonly text: string } | { readonly html: string }))
  | { readonly location: string; readonly status?: 303 };

/** Returns a successful JSON response. */
export function reply<T>(body: T, status: 200 | 201 = 200): Reply<T> {
  return { status, body };
}

/** Returns a successful JSON response with fields that the catalog's schema doesn't have, because the app doesn't read them. */
export function widerReply(body: Readonly<Record<string, unknown>>): Reply<never> {
  return { status: 200, body: body as never };
}

/** Returns a redirect: 307, which keeps the method (wire/conventions 4), or 303. */
export function redirect(location: string, status?: 303): Reply<never> {
  return { location, ...(status === undefined ? {} : { status }) };
}

/** Headers of the OAuth library's responses, including errors (RFC 6749 sections 5.1 and 5.2). */
const oauthHeaders = { 'cache-control': 'no-store', pragma: 'no-cache' };

/** Returns a successful response of the OAuth library. */
export function oauthReply<T>(body: T): Reply<T> {
  return { status: 200, body, headers: oauthHeaders };
}

/** Data that all responses to a request share. */
export interface Envelope {
  readonly release: Release;
  readonly requestId: string;
  readonly now: number;
  /** Whether the caller requested status 200 for failures. */
  readonly overrideStatus: boolean;
  readonly accept: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Creates the HTTP response of a handler. */
export function respond(outcome: Reply<unknown>, envelope: Envelope): Response {
  if ('location' in outcome) {
    return finish('{}', 'application/json', outcome.status ?? 307, {
      ...envelope,
      headers: { ...envelope.headers, location: outcome.location },
    });
  }
  const headers = { ...envelope.headers, ...outcome.headers };
  if ('html' in outcome) return finish(outcome.html, 'text/html', outcome.status, { ...envelope, headers });
  if ('text' in outcome) return finish(outcome.text, 'text/plain', outcome.status, { ...envelope, headers });
  const isIndented = envelope.accept.includes('text/html');
  if ('chunks' in outcome) {
    const body = isIndented ? indented(JSON.parse([...outcome.chunks].join(''))) : streamOf(outcome.chunks);
    return finish(body, 'application/json', outcome.status, { ...envelope, headers });
  }
  const body = isIndented ? indented(outcome.body) : JSON.stringify(outcome.body);
  return finish(body, 'application/json', outcome.status, { ...envelope, headers });
}

/** Returns JSON as browsers show it (wire/conventions 4). */
const indented = (body: unknown) => JSON.stringify(body, null, 2);

/** Creates the response for a failure. A known error's code is also sent as a header. */
export function respondFailure(failure: Failure, envelope: Envelope): Response {
  const { body, status } = failure;
  if (body.kind === 'text') return finish(body.text, 'text/plain', status, envelope);
  if (body.kind === 'oauth') {
    const json = JSON.stringify({ error: body.error, error_description: body.description });
    return finish(json, 'application/json', status, { ...envelope, headers: { ...envelope.headers, ...oauthHeaders } });
  }
  const { code, details, error, omitsCodeHeader } = body;
  const json = indented({ code, ...(details ? { details } : {}), error });
  return finish(json, 'application/json', status, {
    ...envelope,
    headers: { ...envelope.headers, ...(omitsCodeHeader ? {} : { 'x-stack-known-error': code }) },
  });
}

/** Creates the response for an unexpected error (wire/conventions 9.3). */
export function respondUnexpected(envelope: Envelope): Response {
  const text = `Something went wrong. Please make sure the data you entered is correct.\n\nRequest ID: ${envelope.requestId}`;
  return finish(text, 'text/plain', 500, envelope);
}

/** Returns the service's name in texts, and its domain (wire/hexclave 4.4). */
export function brandOf(release: Release): { readonly name: string; readonly domain: string } {
  return release.has('new-name') ? { name: 'Hexclave', domain: 'hexclave.com' } : { name: 'Stack Auth', domain: 'stack-auth.com' };
}

/** Creates the response for an unknown path below `/api`, with the requested URL (wire/conventions 1). */
export function respondUnknownPath(url: string, envelope: Envelope): Response {
  const { name, domain } = brandOf(envelope.release);
  const text = [
    `404 — this page does not exist in ${name}'s API.`,
    `Please see the API documentation at https://docs.${domain}, or visit the ${name} dashboard at https://app.${domain}.`,
    `URL: ${url}`,
  ].join('\n\n');
  return finish(text, 'text/plain', 404, envelope);
}

/** Creates a response as from the web framework, without request ID and status override. */
export function respondBare(release: Release, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...corsHeaders(release), ...headers } });
}

/** Creates the response for a body that is too large. It comes from a gateway, which ignores the status override (wire/conventions 5). */
export function respondTooLarge(release: Release, { message }: BodyTooLarge): Response {
  return new Response(message, { status: 413, headers: { ...corsHeaders(release), 'content-type': 'text/plain; charset=utf-8' } });
}

function finish(body: string | ReadableStream<Uint8Array>, type: string, status: number, envelope: Envelope): Response {
  const { release } = envelope;
  const overridden = envelope.overrideStatus && status >= 400 && status < (release.has('client-error-override') ? 500 : 600);
  return new Response(body, {
    status: overridden ? 200 : status,
    headers: {
      ...corsHeaders(release),
      'content-type': `${type}; charset=utf-8`,
      'cache-control': 'no-store, max-age=0',
      // Clients calculate a token's lifetime with this header, so it has to match the clock that issued the token.
      date: new Date(envelope.now).toUTCString(),
      ...underBothNames(release, {
        'x-stack-request-id': envelope.requestId,
        ...envelope.headers,
        ...(overridden ? { 'x-stack-actual-status': String(status) } : {}),
      }),
    },
  });
}

function streamOf(chunks: Iterable<string>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.iterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      const next = iterator.next();
      if (next.done) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
  });
}
