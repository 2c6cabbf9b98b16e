/** The services that a policy allows. */
import { parseUrl } from '#contract/parse-url.ts';

/** A host, `*.` and a host for its subdomains, or an IP address, IPv6 in brackets; with or without a port. */
const hostPattern = /^(\*\.)?(\[[0-9a-f:.]+\]|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)(:\d{1,5})?$/i;

/** Whether a text of a policy names a host. */
export function isHostPattern(text: string): boolean {
  return text.length <= 253 && hostPattern.test(text) && parseUrl(`https://${text.replace(/^\*\./, '')}`) !== null;
}

/** Whether a URL is one of a service that is allowed. A host without a port allows every port. */
export function isHostAllowed(address: string, allowed: readonly string[]): boolean {
  const url = parseUrl(address);
  return url !== null && allowed.some((pattern) => matches(url, pattern));
}

function matches({ hostname, protocol, port }: URL, pattern: string): boolean {
  const isWild = pattern.startsWith('*.');
  // Parsed like the address, so that both have the same form of a host: in lower case, IP addresses normalized.
  const wanted = parseUrl(`${protocol}//${isWild ? pattern.slice(2) : pattern}`);
  if (wanted === null) return false;
  const hasPort = /:\d+$/.test(pattern);
  if (hasPort && wanted.port !== port) return false;
  const [host, wantedHost] = [withoutFinalDot(hostname), withoutFinalDot(wanted.hostname)];
  return isWild ? host.endsWith(`.${wantedHost}`) : host === wantedHost;
}

function withoutFinalDot(host: string): string {
  return host.replace(/\.$/, '');
}
