import { parseUrl } from './parse-url';

/** Whether the host of the URL is this machine. */
export function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.[\d.]+$/.test(hostname);
}

/** Returns the URL of a website that may be opened in a browser: https, or http on this machine, without a password. Null for any other text. */
export function websiteUrl(text: string): URL | null {
  const url = parseUrl(text.trim());
  if (url === null || url.username !== '' || url.password !== '') return null;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url)) ? url : null;
}
