/** Base URLs of services: the one form in which they are stored, and by which servers are compared. */
import { parseUrl } from './parse-url';

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
