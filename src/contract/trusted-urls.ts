/** Rules for redirect URLs that a project trusts (wire/flows 5.5 and 6). */
import { parseUrl } from './urls';

/** The parts of a project's configuration that the rules use. */
export interface TrustConfig {
  readonly allow_localhost: boolean;
  readonly domains: readonly { readonly domain: string }[];
}

/**
 * The part of a URL that must match a trusted domain in addition to scheme and hostname: up to 2.8.32 the start of the path, from 2.8.33
 * on the port. From 2.8.33 on, domains may be patterns.
 */
export type TrustRule = 'path' | 'port';

/** Whether the URL is on localhost, if the project allows that, or matches a trusted domain. Default rule: that of the sandbox. */
export function isTrustedUrl(text: string, config: TrustConfig, rule: TrustRule = 'path'): boolean {
  const url = parseUrl(text);
  if (url === null) return false;
  if (config.allow_localhost && isLocalhost(url.hostname)) return true;
  const fits = rule === 'path' ? hasPathOf : hasOriginOf;
  return config.domains.some(({ domain }) => fits(url, domain));
}

function hasPathOf(url: URL, domain: string): boolean {
  const trusted = parseUrl(domain);
  if (trusted === null) return false;
  return trusted.protocol === url.protocol && trusted.hostname === url.hostname && url.pathname.startsWith(pathOf(trusted));
}

/** Matches a wildcard port, which the URL parser rejects. */
const anyPort = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*):\*(?=[/?#]|$)/i;

function hasOriginOf(url: URL, domain: string): boolean {
  const trusted = parseUrl(domain.replace(anyPort, '$1'));
  if (trusted === null || trusted.protocol !== url.protocol) return false;
  return (anyPort.test(domain) || trusted.port === url.port) && fitsPattern(url.hostname, trusted.hostname);
}

/**
 * Whether the hostname matches: `*` matches within one label, `**` across labels, both at least one character. Tracks all possible
 * positions in the pattern at once, so that the time is limited by the product of both lengths.
 */
function fitsPattern(hostname: string, pattern: string): boolean {
  const tokens = pattern.match(/\*\*|./g) ?? [];
  let positions = [0];
  for (const character of hostname) {
    positions = [...new Set(positions.flatMap((at) => stepsOf(tokens[at], character).map((step) => at + step)))];
  }
  return positions.includes(tokens.length);
}

/** Returns the possible steps in the pattern for a character. A wildcard may match further characters. */
function stepsOf(token: string | undefined, character: string): readonly number[] {
  if (token === '**' || (token === '*' && character !== '.')) return [0, 1];
  return token === character ? [1] : [];
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function pathOf(url: URL): string {
  return url.pathname === '/' ? '' : url.pathname;
}
