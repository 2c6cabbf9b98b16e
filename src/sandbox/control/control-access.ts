/** Decides which requests may use the control endpoints: they require no keys, so web pages must not reach them. */

import { isIPv4, isIPv6 } from 'node:net';
import { isLoopback, parseUrl } from '#contract/urls.ts';

/** Returns why a request is refused, or null if it is allowed. */
type ControlAccess = (request: Request, url: URL) => string | null;

/**
 * Creates the check for a sandbox that listens on, or is reachable under, these hosts.
 *
 * A page can send requests here under its own host name once that name resolves to this machine (DNS rebinding), and then read the
 * responses, so only loopback names and `hosts` pass. If the sandbox listens on every address, any IP address passes too: a page
 * can't rebind one. Pages of other sites are recognized by `sec-fetch-site` (W3C Fetch Metadata). They may open a provider's page,
 * but never submit its form.
 */
export function createControlAccess(hosts: readonly string[]): ControlAccess {
  const names = new Set(hosts.flatMap((host) => hostnameOf(host) ?? []));
  const isOnEveryAddress = names.has('0.0.0.0') || names.has('[::]');
  const isKnown = (url: URL) => isLoopback(url) || names.has(url.hostname) || (isOnEveryAddress && isAddress(url.hostname));
  return (request, url) => {
    if (!isKnown(url))
      return `${url.hostname} is not a name of this sandbox. Use localhost, or start it with --allow-host ${url.hostname}.`;
    return isFromForeignPage(request, url) ? 'Pages of other sites cannot use this call.' : null;
  };
}

/** Returns a host as it appears in a URL (lower case, IPv6 in brackets), or null if it isn't valid. */
export function hostnameOf(host: string): string | null {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}`;
  const url = parseUrl(address);
  if (url === null) return null;
  const { hostname, href } = url;
  return href === `http://${hostname}/` && !hostname.includes('*') ? hostname : null;
}

function isAddress(hostname: string): boolean {
  return isIPv4(hostname) || hostname.startsWith('[');
}

function isFromForeignPage({ method, headers }: Request, url: URL): boolean {
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'none' || site === 'same-origin') return false;
  // Browsers treat every port of localhost as the same site. Without CORS headers such a page can't read the response.
  if (method !== 'GET') return true;
  return site !== 'same-site' && !(isProviderPage(url) && headers.get('sec-fetch-mode') === 'navigate');
}

/** Whether the URL is a provider's page, to which applications redirect the browser. */
function isProviderPage({ pathname }: URL): boolean {
  return /^\/sandbox\/idp\/[^/]+\/authorize$/.test(pathname);
}
