import { parseUrl } from '../../../contract/parse-url';

/** Returns the URL of a website that the user entered, or null if it can't be opened: https, or http on this computer, without a password. */
export function websiteUrl(text: string): string | null {
  const url = parseUrl(text.trim());
  if (url === null || url.username !== '' || url.password !== '') return null;
  const isLocal = url.protocol === 'http:' && (url.hostname === 'localhost' || url.hostname === '127.0.0.1');
  return url.protocol === 'https:' || isLocal ? url.toString() : null;
}

/** Opens a website that the user entered in the system browser, which learns nothing of the app. Opens nothing else. */
export function openWebsite(text: string): void {
  const url = websiteUrl(text);
  if (url !== null) window.open(url, '_blank', 'noopener,noreferrer');
}
