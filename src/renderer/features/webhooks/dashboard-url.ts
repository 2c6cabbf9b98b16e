import { parseUrl } from '../../../contract/parse-url';

/** Returns the URL of a dashboard that the system browser may open, or null: https, or http on this computer, without a password. */
export function dashboardUrl(text: string): string | null {
  const url = parseUrl(text.trim());
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isLocal = url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
  return url.protocol === 'https:' || isLocal ? url.toString() : null;
}
