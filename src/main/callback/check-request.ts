/**
 * Parses requests to the callback server. Any program and any web page on this machine can send them, so a request that doesn't match
 * exactly starts nothing.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { AppError } from '#contract/errors.ts';
import { isNavigation } from '../loopback/navigation';
import { stylePath } from './page-text';
import { type ParsedLink, parseLink } from './parse-link';

/** The part of a request that is checked. */
export interface IncomingRequest {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export type ParsedRequest =
  | { readonly kind: 'link'; readonly link: ParsedLink; readonly text: string }
  | { readonly kind: 'style' }
  /** Anything else below `/latchkey/`. */
  | { readonly kind: 'own'; readonly path: string }
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly status: 400 | 403 | 404 | 405 | 414 };

/** Maximum length of path and query. */
export const maxUrlLength = 8_192;
const ownPrefix = '/latchkey/';

/** Parses a request. `port` is the server's own, `bases` are the paths below which the connections' handler pages are. */
export function checkRequest({ method, url, headers }: IncomingRequest, port: number, bases: readonly string[]): ParsedRequest {
  if (![`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`].includes(String(headers.host))) return refused(403);
  if (url.length > maxUrlLength) return refused(414);
  if (!/^\/[!-~]*$/.test(url)) return refused(400);
  const path = url.split('?')[0] ?? '';
  if (path === stylePath) return method === 'GET' ? { kind: 'style' } : refused(405);
  if (path.startsWith(ownPrefix)) return { kind: 'own', path: path.slice(ownPrefix.length) };
  if (method !== 'GET' && method !== 'POST') return refused(405);
  if (!isNavigation(headers)) return refused(403);
  return linkOf(`http://localhost:${port}${url}`, bases, method);
}

function linkOf(text: string, bases: readonly string[], method: string): ParsedRequest {
  try {
    const link = parseLink(text, bases);
    if (link.kind === 'unknown' || link.kind === 'home') return refused(404);
    // If a provider uses `form_post`, the browser repeats the POST up to this server (wire: 307).
    if (method === 'POST' && link.kind !== 'oauth-callback') return refused(405);
    return { kind: 'link', link, text };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return thrown.code === 'link-incomplete' ? { kind: 'incomplete' } : refused(404);
  }
}

function refused(status: 400 | 403 | 404 | 405 | 414): ParsedRequest {
  return { kind: 'refused', status };
}

/** Returns the body as text; null when it is longer than `maxBytes` or the connection is lost. */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<string | null> {
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const part of request) {
      const bytes = Buffer.from(part);
      size += bytes.length;
      if (size > maxBytes) return null;
      parts.push(bytes);
    }
    return Buffer.concat(parts).toString('utf8');
  } catch {
    return null;
  }
}
