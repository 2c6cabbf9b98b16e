/** Base URLs of services: the one form in which they are stored, and by which servers are compared. */

/**
 * Returns the URL; null for text that isn't one. `URL.canParse` of Node 20 refuses valid URLs with Latin letters such as `ü` once it has
 * been called some thousand times, so it must not be used here.
 */
export function parseUrl(text: string, base?: string | URL): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}

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

/**
 * Returns the base URL of a service: an origin with an optional path. Only `/api/v1` or `/api/latest` at its end and trailing slashes are
 * removed, because any other path may be where a proxy offers the service.
 */
export function baseUrlOf({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>): string {
  return `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '').replace(/(?<!\/)\/+api\/+(?:v1|latest)$/, '');
}

/**
 * Returns a string that identifies a server. Two base URLs on the same host are different servers, because a host can offer several
 * services below different paths. Text that isn't a URL, which a manual edit of a file can contain, identifies itself.
 */
export function serverOf(baseUrl: string): string {
  const url = parseUrl(baseUrl);
  return url === null ? baseUrl : baseUrlOf(url);
}

/** Whether two base URLs are of the same server. */
export function isSameServer(one: string, other: string): boolean {
  return serverOf(one) === serverOf(other);
}
