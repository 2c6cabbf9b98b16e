/** What is wrong with a trusted domain, checked while it is typed (wire/endpoints 7, wire/flows 6 and 18, wire/newer 2). */

import { trimInvisible } from '#contract/text/visible-text.ts';
import { parseUrl } from '#contract/urls.ts';
import { brokenRule, productionText } from '#lib/rules/production-checklist.ts';
import type { MessageKey } from '#messages/translator.ts';

export interface DomainProblem {
  /** An error would be refused, or could never match. A warning can be saved. */
  readonly severity: 'error' | 'warning';
  readonly text: MessageKey;
  /** What the domain would better be. */
  readonly fix?: { readonly text: MessageKey; readonly domain: string };
}

/** How the service compares URLs with a domain; undefined until its release is known. */
export interface DomainMatching {
  /** Whether ports count, paths don't, and `*` stands for a label. */
  readonly isByOrigin: boolean | undefined;
}

/** Returns the first problem of a domain, or null. `others` are the other domains of the list. */
export function domainProblem(domain: string, others: readonly string[], matching: DomainMatching): DomainProblem | null {
  const text = trimInvisible(domain);
  if (text === '') return error('domains.problem.empty');
  if (!/^https?:\/\//.test(text)) return withoutScheme(text);
  const url = parseUrl(text);
  if (url === null || !isHost(url.hostname) || /\\|^https?:\/{3}/.test(text)) return error('production.problem.invalid-url');
  const isSame = isSameDomain(matching);
  if (others.some((other) => isSame(trimInvisible(other), text))) return error('domains.problem.duplicate');
  const origin = typedOrigin(text);
  if (url.username !== '' || url.password !== '') return error('domains.problem.credentials', 'domains.fix.credentials', origin);
  if (url.hostname.includes('*') && matching.isByOrigin === false) return error('domains.problem.pattern');
  return pathProblem(url, origin, matching) ?? ruleProblem(text);
}

/** Whether a host can be one of a site: URLs may have others, as of two sites with a comma between them. */
function isHost(hostname: string): boolean {
  return /^(?:\[[\da-f:.]+\]|[\w*-]+(?:\.[\w*-]+)*\.?)$/.test(hostname);
}

/** Names that countries have between their own and one that can be bought, as in `example.co.uk`. */
const secondLevels = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu', 'or', 'ne', 'go']);

/** Returns the domain with `www.` of one without a subdomain; null where it has none, or `others` have it already. */
export function wwwOf(domain: string, others: readonly string[], matching: DomainMatching): string | null {
  const text = trimInvisible(domain);
  if (domainProblem(text, [], matching) !== null) return null;
  const url = parseUrl(text);
  const labels = url?.hostname.split('.') ?? [];
  const [top = '', second = ''] = labels.toReversed();
  const ownLabels = top.length === 2 && secondLevels.has(second) ? 3 : 2;
  if (url === null || url.port !== '' || labels.length !== ownLabels || labels.includes('*')) return null;
  const www = text.replace('://', '://www.').replace(/\/$/, '');
  const isSame = isSameDomain(matching);
  const covers = (other: string) => isSame(other, www) || isSame(other, www.replace('://www.', '://*.'));
  return others.some((other) => covers(trimInvisible(other))) ? null : www;
}

/** Whether a handler path can be saved. */
export function isHandlerPath(path: string): boolean {
  return /^\/\S*$/.test(trimInvisible(path));
}

/** Returns a domain with HTTPS instead of HTTP. */
export function withHttps(domain: string): string {
  return trimInvisible(domain).replace(/^http:/, 'https:');
}

function error(text: MessageKey, fix?: MessageKey, domain = ''): DomainProblem {
  return { severity: 'error', text, ...(fix === undefined ? {} : { fix: { text: fix, domain } }) };
}

/** Offers the host that was typed, in whatever script, with HTTPS. The service takes no capitals in `https://`. */
function withoutScheme(text: string): DomainProblem {
  const [, host = ''] = /^(?:https?:\/\/)?([^\s/?#@:]+(?::\d+)?)(?:[/?#]\S*)?$/i.exec(text) ?? [];
  const better = `https://${host}`;
  return host !== '' && parseUrl(better) !== null
    ? error('domains.problem.scheme', 'domains.fix.https', better)
    : error('domains.problem.scheme');
}

/** Returns the origin as it was typed: the parsed one has another form for hosts in other scripts than Latin. */
function typedOrigin(text: string): string {
  const [, scheme = '', authority = ''] = /^(https?:\/\/)([^/?#]*)/.exec(text) ?? [];
  return scheme + authority.slice(authority.lastIndexOf('@') + 1);
}

/** Returns how two domains are compared: as the service compares a URL with each, whatever their case and form. */
function isSameDomain({ isByOrigin }: DomainMatching): (one: string, other: string) => boolean {
  const keyOf = (domain: string) => {
    const url = parseUrl(domain);
    if (url === null) return domain;
    return isByOrigin === false
      ? `${url.protocol}//${url.hostname}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
      : `${url.protocol}//${url.host}`;
  };
  return (one, other) => keyOf(one) === keyOf(other);
}

/** Before 2.8.33, only URLs below the path match; from then on it is ignored. Either way, the domain alone is what is meant. */
function pathProblem({ pathname, search, hash }: URL, origin: string, { isByOrigin }: DomainMatching): DomainProblem | null {
  if (pathname === '/' && search === '' && hash === '') return null;
  const text = isByOrigin === false ? 'domains.problem.path' : 'domains.problem.path.ignored';
  return { severity: 'warning', text, fix: { text: 'domains.fix.path', domain: origin } };
}

function ruleProblem(domain: string): DomainProblem | null {
  const rule = brokenRule(domain);
  if (rule === null) return null;
  const text = productionText({ rule, passed: false });
  return { severity: 'warning', text, ...(rule === 'not-https' ? { fix: { text: 'domains.fix.https', domain: withHttps(domain) } } : {}) };
}
