/** Which redirect URLs a project trusts (wire/flows 5.5 and 6). */

/** The parts of a project's configuration that decide it. */
export interface TrustConfig {
  readonly allow_localhost: boolean;
  readonly domains: readonly { readonly domain: string }[];
}

/**
 * What a URL has in common with a trusted domain beside scheme and hostname: up to 2.8.32 the beginning of its path, and from 2.8.33 on
 * its port, where domains may also be patterns.
 */
export type TrustRule = 'path' | 'port';

/** Whether it is localhost where the project allows that, or fits a trusted domain. The rule is that of the sandbox's release by default. */
export function isTrustedUrl(text: string, config: TrustConfig, rule: TrustRule = 'path'): boolean {
  const url = parsed(text);
  if (url === null) return false;
  if (config.allow_localhost && isLocalhost(url.hostname)) return true;
  const fits = rule === 'path' ? hasPathOf : hasOriginOf;
  return config.domains.some(({ domain }) => fits(url, domain));
}

function hasPathOf(url: URL, domain: string): boolean {
  const trusted = parsed(domain);
  if (trusted === null) return false;
  return trusted.protocol === url.protocol && trusted.hostname === url.hostname && url.pathname.startsWith(pathOf(trusted));
}

/** A wildcard as port, which no URL can have. */
const anyPort = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*):\*(?=[/?#]|$)/i;

function hasOriginOf(url: URL, domain: string): boolean {
  const trusted = parsed(domain.replace(anyPort, '$1'));
  if (trusted === null || trusted.protocol !== url.protocol) return false;
  return (anyPort.test(domain) || trusted.port === url.port) && fitsPattern(url.hostname, trusted.hostname);
}

/**
 * `*` is part of one label, `**` of any number of labels, neither is empty. Every position in the pattern is followed at once, so that no
 * pattern takes longer than its length times that of the hostname.
 */
function fitsPattern(hostname: string, pattern: string): boolean {
  const tokens = pattern.match(/\*\*|./g) ?? [];
  let positions = [0];
  for (const character of hostname) {
    positions = [...new Set(positions.flatMap((at) => stepsOf(tokens[at], character).map((step) => at + step)))];
  }
  return positions.includes(tokens.length);
}

/** A wildcard may take the next character as well, anything else is behind it. */
function stepsOf(token: string | undefined, character: string): readonly number[] {
  if (token === '**' || (token === '*' && character !== '.')) return [0, 1];
  return token === character ? [1] : [];
}

function parsed(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}

function isLocalhost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}

function pathOf(url: URL): string {
  return url.pathname === '/' ? '' : url.pathname;
}
