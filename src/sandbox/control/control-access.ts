/** Decides which requests may use the sandbox's own calls: they have no keys, so web pages must be kept out. */
import { isIPv4, isIPv6 } from 'node:net';
import { isLoopback } from '../../contract/loopback';

/** Returns why a request is refused, or null when it may pass. */
export type ControlAccess = (request: Request, url: URL) => string | null;

/**
 * Creates the check for a sandbox that listens on, or is known under, these hosts.
 *
 * A page can send requests here under its own name once that name resolves to this machine (DNS rebinding), and then reads
 * the responses, so only loopback names and `hosts` pass. Where it listens on every address, so does any IP address: a
 * page cannot rebind one. Pages of other sites are recognized by `sec-fetch-site` (W3C Fetch Metadata); they may only open a
 * provider's page, never send its form.
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

/** Returns a host as it appears in a URL: lower case, IPv6 in brackets; null when it is no host. */
export function hostnameOf(host: string): string | null {
  const address = `http://${isIPv6(host) ? `[${host}]` : host}`;
  if (!URL.canParse(address)) return null;
  const { hostname, href } = new URL(address);
  return href === `http://${hostname}/` && !hostname.includes('*') ? hostname : null;
}

function isAddress(hostname: string): boolean {
  return isIPv4(hostname) || hostname.startsWith('[');
}

function isFromForeignPage({ method, headers }: Request, url: URL): boolean {
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'none' || site === 'same-origin') return false;
  // To a browser, every port of localhost is the same site. Without CORS headers such a page cannot read the response.
  if (method !== 'GET') return true;
  return site !== 'same-site' && !(isProviderPage(url) && headers.get('sec-fetch-mode') === 'navigate');
}

/** Applications send the browser there. */
function isProviderPage({ pathname }: URL): boolean {
  return /^\/sandbox\/idp\/[^/]+\/authorize$/.test(pathname);
}
