/** Redirect targets of links. */

import { isLoopback } from '../../contract/loopback';
import { parseUrl } from '../../contract/parse-url';

const maxLength = 2048;

/** Returns a path, or a URL that has yet to be checked against the trusted domains; null for anything else. */
export function parseRedirectUrl(text: string | null): string | null {
  if (text === null || text.length > maxLength || !/^[!-[\]-~]+$/.test(text)) return null;
  if (isPath(text)) return text;
  const url = /^https?:\/\/[^/]/i.test(text) ? parseUrl(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || isLoopback(url) ? url.href : null;
}

/** Whether a text is a path from the root, which can't redirect to another site and so needs no trusted domain. */
export function isPath(text: string): boolean {
  return /^\/(?!\/)/.test(text);
}
