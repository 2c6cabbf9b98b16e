/** Where a link wants to lead after signing in. */
import { isLoopback } from '../../contract/loopback';

const maxLength = 2048;

/** A path, or an address that may turn out to be trusted; null for anything else. */
export function parseRedirectUrl(text: string | null): string | null {
  if (text === null || text.length > maxLength || !/^[!-[\]-~]+$/.test(text)) return null;
  if (isPath(text)) return text;
  if (!/^https?:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || isLoopback(url) ? url.href : null;
}

/** A path from the root, which needs nobody's trust because it cannot lead elsewhere. */
export function isPath(text: string): boolean {
  return /^\/(?!\/)/.test(text);
}
